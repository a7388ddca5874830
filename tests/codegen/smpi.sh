# What matrix.sh and random.sh share: programs run on processes that SimGrid's SMPI simulates,
# which is quick with more of them than processors. Wants $root, $build and $work; exports what
# run.sh takes from the environment.
for program in smpicc smpirun; do
    command -v "$program" >/dev/null || {
        echo "this needs $program, of SimGrid (Debian: libsimgrid-dev)" >&2
        exit 1
    }
done
for file in "$root"/codegen/runtime/*.c; do
    smpicc -std=c11 -I"$root" -O2 -c "$file" -o "$work/$(basename "${file%.c}").o"
done
ld -r "$work"/fpr_*.o -o "$work/runtime.o"
cat >"$work/star.xml" <<'XML'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="star" prefix="node-" suffix="" radical="0-63" speed="1Gf" bw="125MBps" lat="25us"/>
</platform>
XML
progress=
[ -t 2 ] && progress=1
export PROGRESS=$progress FPREDICT=$build/bin/fpredict MPICC=smpicc RUNTIME=$work
export MPIRUN="smpirun -platform $work/star.xml --cfg=smpi/simulate-computation:no --log=root.thresh:error"
SAME=$(find "$build" -name same_output -type f | head -1)
export SAME
