#!/bin/sh
# fpredict train as its users start it: all in one on a simulated machine, and with
# an MPI that does not start, hangs, dies, has one rank, or is interrupted.
#
#   run_train.sh ROOT FPREDICT SMPICC SMPIRUN FPREDICT_FIT
set -eu
root=$1 fpredict=$2 smpicc=$3 smpirun=$4 fit=$5
if [ "$fit" = none ]; then
    echo "skipped: the fit was not built"
    exit 77
fi
. "$root/tests/training/simulated.sh"
# wants CODE TEXT ARGUMENT...: fpredict train must end with CODE, and say TEXT.
wants() {
    code=$1 text=$2
    shift 2
    status=0
    timeout 300 "$fpredict" train "$@" >said 2>&1 || status=$?
    [ "$status" -eq "$code" ] || fail "exit code $status, not $code: train $*"
    grep -q -- "$text" said || fail "it does not say '$text': train $*"
}

star 4 125MBps 25us
run="$smpirun -np 4 -platform star.xml --log=root.thres:warning --cfg=smpi/alltoall:basic_linear"
run="$run $(echo $as_stated)"
wants 0 'fpredict estimate PROGRAM.c --machine star.yaml' --mpirun "$run" --mpicc "$smpicc" --quick \
    --node-of ipsc860 -o star.yaml
grep -q '^format	fpredict/training/1' star.raw || fail "no raw data"
"$fpredict" machines --show ./star.yaml >said 2>&1 || fail "the machine is none"
"$fpredict" estimate "$root/samples/laplace/laplace.c" --machine ./star.yaml >said 2>&1 ||
    fail "the machine predicts nothing"
grep -q "was trained with --quick" said || fail "a trial is not told from a training"
for line in 'simulated: true' 'quick: true' 'started: ".*-platform star.xml'; do
    grep -q "^  $line" star.yaml || fail "the machine does not say '$line'"
done
[ ! -e star.train ] && [ ! -e star.log ] || fail "its program was left behind"

# Hosts too few: ranks would share one, and messages would take no time.
wants 1 '5 ranks are on 4 hosts' --mpirun "$(echo "$run" | sed 's/-np 4/-np 5/')" --mpicc "$smpicc" \
    --quick -o crowded.yaml
[ ! -e crowded.raw ] || fail "what ranks of one host measured is in a file"
# Unless it is said that they share it.
printf 'node-0\nnode-0\nnode-1\nnode-1\n' >hosts
wants 0 'fpredict estimate PROGRAM.c' --mpirun "$run -hostfile hosts" --mpicc "$smpicc" --quick \
    --node-of ipsc860 --ranks-per-node 2 -o shared.yaml
grep -q 'ranks_per_node: {value: 2' shared.yaml || fail "two ranks of a node are told as one"

# Simulated, and nobody says what the node is: the raw data are kept.
wants 1 'time was simulated' --mpirun "$run" --mpicc "$smpicc" --quick -o other.yaml
[ -s other.raw ] && [ ! -e other.yaml ] || fail "raw data without a node"
wants 0 'pingpong' fit other.raw --node-of ipsc860 -o other.yaml
wants 0 'a message of 64' fit other.raw
wants 1 "no machine is named 'nobody'" fit other.raw --node-of nobody -o x.yaml

# A drawing of each function; and without gnuplot all but these, and the reason.
if command -v gnuplot >/dev/null; then
    wants 0 'drawings are in plots' fit other.raw --node-of ipsc860 -o other.yaml --plots plots
    [ "$(ls plots | wc -l)" -eq "$(sed -n 's/^\([0-9]*\) drawings.*/\1/p' said)" ] || fail "not each is there"
    tail -c 10 plots/pingpong-ranks-2-partner-1.svg | grep -q '</svg>' || fail "a drawing has no end"
fi
mkdir empty
status=0
PATH=$work/empty "$fpredict" train fit other.raw --node-of ipsc860 -o drawn.yaml --plots plots2 >said 2>&1 || status=$?
[ "$status" -eq 1 ] && grep -q 'gnuplot-nox' said || fail "without gnuplot"
[ -s drawn.yaml ] || fail "without gnuplot there is no machine"

# Raw data that somebody has cut or changed.
head -c -20 other.raw >cut.raw
wants 0 'cut off' fit cut.raw --node-of ipsc860 -o cut.yaml
sed '$s/	[0-9.e-]*$/	soon/' other.raw >changed.raw
wants 1 "changed.raw:[0-9]*: 'soon' is no time" fit changed.raw --node-of ipsc860 -o x.yaml
grep -v '^stream	' other.raw >lacks.raw
wants 1 "no messages between ranks 0 and 1" fit lacks.raw --node-of ipsc860 -o x.yaml
[ ! -e x.yaml ] || fail "a machine from bad data"
mkdir folder
# What is no raw data, and what would replace them.
wants 1 "folder: cannot be read: Is a directory" fit folder
wants 1 "larger than 1024 MiB" fit /dev/zero
cp other.raw kept.raw
wants 1 "would replace the raw data" fit kept.raw --node-of ipsc860 -o ./kept.raw
cmp -s other.raw kept.raw || fail "raw data are replaced"
# Kernels that no run has are left alone.
sed -e '/^neighbours/s/dims=2/dims=9/' -e '/^stream/s/partner=2/partner=77/' \
    -e '/^alltoall/s/ranks=4/ranks=999999999/' other.raw >odd.raw
cmp -s odd.raw other.raw && fail "nothing was made odd"
wants 0 'pingpong' fit odd.raw --node-of ipsc860 -o odd.yaml
sed '/^gather/s/bytes=/bytes=-/' other.raw >negative.raw
wants 1 "negative.raw:[0-9]*: 'ranks=2 bytes=-2' are no parameters" fit negative.raw
sed '/^kernel	stream/s/message:64/message:many/' other.raw >tally.raw
wants 1 "tally.raw:[0-9]*: 'message:many answer:1' does not say what 'stream' does" fit tally.raw
sed 's/^ranks	.*/ranks	2000000000/' other.raw >many.raw
wants 1 'the number of ranks is' fit many.raw --node-of ipsc860 -o x.yaml
sed 's/^ranks	.*/ranks	0/' other.raw >none.raw
wants 1 "'ranks 0': the number of ranks is" fit none.raw

# A machine that is there stays whole when another cannot be written, or be made.
if [ -e /dev/full ]; then
    wants 1 "cannot write '/dev/full'" fit other.raw --node-of ipsc860 -o /dev/full
fi
cp other.yaml kept.yaml
wants 1 "is no time" fit changed.raw --node-of ipsc860 -o other.yaml
(ulimit -f 1 && wants 1 "cannot write 'other.yaml'" fit other.raw --node-of ipsc860 -o other.yaml)
cmp -s other.yaml kept.yaml || fail "a machine is cut short by another"
[ "$(ls other.yaml* | wc -l)" -eq 1 ] || fail "half a machine is left behind: $(ls other.yaml*)"
wants 1 "'folder' is a folder, no machine file" fit other.raw --node-of folder -o x.yaml

# An MPI of which there is no good: programs that do what its do.
cat >cc <<'END'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\n' >"$2"
chmod +x "$2"
END
cat >broken <<'END'
#!/bin/sh
echo "libmpi.so: cannot open shared object file" >&2
exit 127
END
cat >alone <<'END'
#!/bin/sh
echo "int_add.chain	-"
END
# What lists points and then does as it is told in the environment.
cat >fake <<'END'
#!/bin/sh
case "$*" in
*--list*) printf 'pingpong\tranks=2 bytes=1 partner=1\n' ;;
*) printf 'format\tfpredict/training/1\n' >fake.raw
   case $FAKE in
   hangs) echo $$ >child; exec sleep 1000 ;;
   dies) exit 9 ;;
   aborts) # in one pattern, until that is left out
      case "$*" in
      *--leave-out*)
          { cat other.raw; echo "# left out, as it ended a run: $(cat fake.raw.now)"; } >fake.raw
          rm fake.raw.now ;;
      *) echo 'alltoall ranks=3 bytes=98304' >fake.raw.now; exit 134 ;;
      esac ;;
   ends) echo 'pingpong ranks=2 bytes=8 partner=1' >fake.raw.now; exit 0 ;;
   late) echo "$*" >arguments; exit 3 ;;
   esac ;;
esac
END
cat >cc-fails <<'END'
#!/bin/sh
echo "mpi.h: No such file or directory" >&2
exit 1
END
printf '#!/bin/sh\nexit 0\n' >silent
printf '#!/bin/sh\nyes\n' >endless
printf '#!/bin/sh\nprintf "a\\033[2Jb"; exit 3\n' >strange
chmod +x cc broken alone fake cc-fails silent endless strange
wants 1 'libmpi.so: cannot open shared object file' --mpicc ./cc --mpirun ./broken -o fake.yaml
wants 1 'starts one rank' --mpicc ./cc --mpirun ./alone -o fake.yaml
wants 1 'does not start the training set' --mpicc ./cc --mpirun ./silent -o fake.yaml
wants 1 'prints without end' --mpicc ./cc --mpirun ./endless -o fake.yaml
wants 1 '^a?\[2Jb' --mpicc ./cc --mpirun ./strange -o fake.yaml
wants 1 "there is no './no-such-program' here" --mpicc ./cc --mpirun ./no-such-program -o fake.yaml
wants 1 'neither may be empty' --mpicc ./cc --mpirun '' -o fake.yaml
wants 1 "'no-such-folder/fake.yaml' cannot be written: no-such-folder: No such file or directory" --mpicc ./cc --mpirun ./fake \
    -o no-such-folder/fake.yaml
[ ! -e fake.log ] && [ ! -e fake.train ] || fail "files are left behind"
wants 1 'mpi.h: No such file' --mpicc ./cc-fails --mpirun ./fake -o fake.yaml
# What is beside the machine already is somebody's, whether the training succeeds or not.
for name in fake.log fake-2.log fake.train; do echo mine >"$name"; done
wants 1 'mpi.h: No such file' --mpicc ./cc-fails --mpirun ./fake -o fake.yaml
wants 1 'libmpi.so: cannot open shared object file' --mpicc ./cc --mpirun ./broken -o fake.yaml
for name in fake.log fake-2.log fake.train; do
    [ "$(cat "$name")" = mine ] || fail "'$name' was somebody's"
    rm "$name"
done
[ -z "$(ls fake*.log fake*.train 2>/dev/null)" ] || fail "files are left behind"
wants 2 'measures nothing' fit fake.raw --time-limit 3
export FAKE=late
wants 3 "time limit of 7 s ended before all was measured; what was measured is in './fake.raw'" --mpicc ./cc \
    --mpirun ./fake --time-limit 7 -o fake.yaml
grep -q -- '--time-limit 7' arguments || fail "the training set has no time limit"
# A pattern that ends the run is left out and named, by train and by the fit; messages cannot be.
export FAKE=aborts
wants 0 'ended while it measured alltoall ranks=3 bytes=98304: that is left out' --mpicc ./cc --mpirun ./fake \
    --node-of ipsc860 -o fake.yaml
grep -q 'warning: left out, with what is larger, as it ended the run: alltoall ranks=3' said || fail "the fit does not name it"
[ -s fake.yaml ] && [ ! -e fake.raw.now ] || fail "no machine without the pattern"
export FAKE=ends
wants 1 'ended while it measured pingpong ranks=2 bytes=8 partner=1, without which' --mpicc ./cc --mpirun ./fake -o fake.yaml
rm fake.raw.now
export FAKE=dies
wants 1 "exits with 9; what was measured is in './fake.raw'" --mpicc ./cc --mpirun ./fake -o fake.yaml
export FAKE=hangs
rm -f fake.raw
wants 1 'nothing was measured for 2 seconds' --mpicc ./cc --mpirun ./fake --patience 2 -o fake.yaml
[ -s fake.raw ] || fail "partial raw data are lost"

# Interrupted: what was measured is kept, and nothing goes on running.
rm -f child
"$fpredict" train --mpicc ./cc --mpirun ./fake -o fake.yaml >said 2>&1 &
pid=$!
for i in $(seq 100); do
    [ -s child ] && break
    sleep 0.1
done
kill -TERM "$pid"
status=0
wait "$pid" || status=$?
[ "$status" -eq 1 ] || fail "interrupted, it ended with $status"
grep -q 'interrupted; what was measured' said || fail "it does not say that it was interrupted"
if kill -0 "$(cat child)" 2>/dev/null; then fail "what it started goes on running"; fi
