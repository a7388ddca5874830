#!/bin/sh
# fpredict train --compiler as its users start it: kernels that a compiler makes MPI programs of, run
# where time is simulated and the machine's file is exactly right. What the compiler was told to do must
# come out: its exchange rule, its packing, its collectives.
#
#   run_profile.sh ROOT FPREDICT SMPICC SMPIRUN LIBRARY      (the run-time library for SMPI, one object)
set -eu
root=$1 fpredict=$2 smpicc=$3 smpirun=$4 library=$5
. "$root/tests/training/simulated.sh"
wants() {
    code=$1 text=$2
    shift 2
    status=0
    timeout 300 "$fpredict" train "$@" >said 2>&1 || status=$?
    [ "$status" -eq "$code" ] || fail "exit code $status, not $code: train $*"
    grep -q -e "$text" said || fail "it does not say '$text': train $*"
}
has() {
    grep -q -e "$2" "$1" || { cat "$1"; fail "$1 does not have '$2'"; }
}

# The compiler: fpredict emit, whose options are the first argument, and smpicc. Programs count their
# operations, as time that computes would not pass else.
machine=$root/tests/codegen/plain.yaml
"$fpredict" machines --costs "$machine" >costs
cat >dpcc <<END
#!/bin/sh
set -e
emit=\$1 flags= out=
shift
while [ \$# -gt 0 ]; do
    case \$1 in
    -D* | -I*) flags="\$flags \$1" ;;
    -o) out=\$2; shift ;;
    *.c) source=\$1 ;;
    esac
    shift
done
"$fpredict" emit "\$source" --machine "$machine" --count-work \$emit -o "\$out.c" -- \$flags
"$smpicc" -std=gnu11 -O1 -w \$flags "-I$root/codegen/runtime" "\$out.c" "$library" -lm -o "\$out"
rm "\$out.c"
END
cat >run <<END
#!/bin/sh
FPR_COSTS=$work/costs exec "$smpirun" -platform "$root/tests/codegen/plain.xml" --log=root.thres:error \
    $(echo $as_stated) --cfg=smpi/wtime:0 "\$@"
END
chmod +x dpcc run
cat >packs.yaml <<'END'
schema: fpredict/compiler/1
name: packs
title: "another"
exchange: {value: phased, from: derived, source: "made up"}
packing: {value: always, from: derived, source: "made up"}
collectives:
  broadcast: {value: linear, from: derived, source: "made up"}
  reduce: {value: ring, from: derived, source: "made up"}
  allgather: {value: ring, from: derived, source: "made up"}
END

# A compiler that does as the machine's file says, and one that differs in everything. Broadcasts of
# plain.yaml go by binomial trees, which are recursive_doubling's, so that nothing can choose.
wants 0 "^posted.yaml is the compiler's profile" --compiler './dpcc "--exchange posted"' \
    --machine "$machine" --mpirun ./run --quick -o posted.yaml
has posted.yaml '^exchange: {value: posted, from: trained'
has posted.yaml '^packing: {value: as_needed, '
has posted.yaml '^messages: {value: vectors, '
has posted.yaml '^  transpose: {value: messages, '
has posted.yaml '^  reduce: {value: recursive_doubling, '
has posted.yaml '^  allgather: {value: recursive_doubling, '
! grep -q '^  broadcast' posted.yaml || fail "a broadcast that nothing tells"
[ ! -e posted.train ] && [ ! -e posted.log ] || fail "its program was left behind"

wants 0 "^packs2.yaml is the compiler's profile" --compiler './dpcc "--compiler ./packs.yaml"' \
    --machine "$machine" --mpirun ./run --quick -o packs2.yaml
for key in '^exchange: {value: phased' '^packing: {value: always' '^messages: {value: vectors' '^  broadcast: {value: linear' \
    '^  reduce: {value: ring' '^  allgather: {value: ring'; do
    has packs2.yaml "$key"
done
# One that takes messages out of the innermost loop alone.
cat >loops.yaml <<'END'
schema: fpredict/compiler/1
name: loops
title: "messages in loops"
messages: {value: iterations, from: derived, source: "made up"}
END
wants 0 "^loops2.yaml is the compiler's profile" --compiler './dpcc "--compiler ./loops.yaml"' \
    --machine "$machine" --mpirun ./run --quick --procs 4 -o loops2.yaml
has loops2.yaml '^exchange: {value: posted'
has loops2.yaml '^messages: {value: iterations'

"$fpredict" estimate "$root/samples/laplace/laplace.c" --machine "$machine" --compiler ./packs2.yaml >said 2>&1 ||
    fail "the profile predicts nothing"
has said 'compiled by packs2'
has said 'exchange phased instead of posted'

# What is there is not measured again: a run that was ended goes on, and comes to the same.
head -n 30 packs2.raw | sed '$s/.....$//' >again.raw
printf 'halo_rows	procs=4 si' >>again.raw
wants 0 "^again.yaml is the compiler's profile" --compiler './dpcc "--compiler ./packs.yaml"' \
    --machine "$machine" --mpirun ./run --quick -o again.yaml
sed 's/again/packs2/' again.yaml | cmp - packs2.yaml || fail "going on comes to something else"
if command -v flock >/dev/null; then
    status=0
    flock again.raw "$fpredict" train --compiler './dpcc "--compiler ./packs.yaml"' --machine "$machine" \
        --mpirun ./run --quick -o again.yaml >said 2>&1 || status=$?
    [ "$status" -eq 1 ] || fail "two runs write one file"
    has said "another run is writing './again.raw'"
fi
wants 1 "was measured with another compiler" --compiler './dpcc ""' --machine "$machine" --mpirun ./run \
    --quick -o again.yaml
printf '#!/bin/sh\nsleep 2\nexec ./dpcc "" "$@"\n' >slow
chmod +x slow
wants 3 'the time limit of 1 s' --compiler ./slow --machine "$machine" \
    --mpirun ./run --quick --time-limit 1 -o late.yaml

sed 's/^kernels	.*/kernels	0/' posted.raw >old.raw
wants 1 'with other kernels' fit old.raw --machine "$machine"

# Compilers and MPIs of which there is no good.
wants 1 'nothing is measured' --compiler 'false' --machine "$machine" --mpirun ./run --quick -o none.yaml
has said "'halo_rows' of 1 element for 2 processors does not compile with 'false'"
wants 1 "'true' leaves no program where '-o ./void.train' says" --compiler true --machine "$machine" --mpirun ./run \
    --quick -o void.yaml
printf '#!/bin/sh\necho nothing\n' >silent
printf '#!/bin/sh\nexit 7\n' >dies
printf '#!/bin/sh\nexec sleep 100\n' >hangs
chmod +x silent dies hangs
wants 1 "prints no line 'measured" --compiler './dpcc ""' --machine "$machine" --mpirun ./silent --quick -o silent.yaml
wants 1 "exits with 7" --compiler './dpcc ""' --machine "$machine" --mpirun ./dies --quick -o dies.yaml
wants 1 'was ended after 1 seconds' --compiler './dpcc ""' --machine "$machine" --mpirun ./hangs --quick \
    --patience 1 -o hangs.yaml
echo "all as wanted"
