#!/bin/sh
# Compiles the training set as its users do, and runs it with two ranks: all is
# measured once, also when a run was killed; bad data are refused and kept.
#
#   run_mpi.sh ROOT MPICC MPIRUN FPREDICT_FIT
set -eu
root=$1 mpicc=$2 mpirun=$3 fit=$4
if [ "$mpicc" = none ]; then
    echo "skipped: this MPI is not installed"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAILED: $*"
    [ ! -s said ] || cat said
    exit 1
}

case $mpirun in
*openmpi*)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    more=--oversubscribe ;;
*) more= ;;
esac
# train RANKS ARGUMENT...: runs it; what it says is in the file `said`.
train() {
    n=$1
    shift
    timeout 300 "$mpirun" $more -n "$n" "$work/fpredict-train" "$@" >said 2>&1
}
# Prints the measurements: kernel, parameters, repetition.
measured() {
    sed '1,/^columns/d' "$1" | grep -v '^#' | cut -f 1-3
}
# complete FILE RANKS REPETITIONS: every point, each repetition, once.
complete() {
    train "$2" --quick --list || fail "--list"
    for r in $(seq 0 $(($3 - 1))); do
        sed "s/\$/	$r/" said
    done | sort >wanted
    [ "$(wc -l <wanted)" -gt 50 ] || fail "only $(wc -l <wanted) measurements in the plan"
    measured "$1" | sort >got
    diff wanted got >difference || fail "not each measurement once: $(head -5 difference)"
}

warnings='-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wswitch-enum'
"$mpicc" -O2 $warnings -Werror -I "$root" "$root"/training/*.c -lm -o fpredict-train >said 2>&1 ||
    fail "it does not compile"

# Killed while it writes, and gone on with.
train 2 --quick --repetitions 6 -o a.raw &
run=$!
for i in $(seq 3000); do
    [ -f a.raw ] && [ "$(measured a.raw | wc -l)" -ge 20 ] && break
    sleep 0.02
done
# $run is a shell; its child, timeout, is asked to end, and passes that on to mpirun.
pid=$(ps -o pid= --ppid $run | head -1)
kill -TERM "${pid:-$run}" 2>/dev/null || true
wait $run 2>/dev/null || true
# Ranks may outlive their mpirun for a moment.
for i in $(seq 600); do
    ps -e -o args= | grep -v grep | grep -qF "$work/fpredict-train" || break
    sleep 0.1
done
# A machine that was quicker than the signal: what an earlier one would have left.
points=$(train 2 --quick --list && wc -l <said)
if [ "$(measured a.raw | wc -l)" -ge $((points * 6)) ]; then
    head -n $(($(wc -l <a.raw) / 2)) a.raw >half.raw
    mv half.raw a.raw
fi
before=$(measured a.raw | wc -l)
printf 'pingpong\tranks=2 by' >>a.raw
train 2 --quick --repetitions 6 -o a.raw || fail "it does not go on"
grep -q " $before of them in a.raw (its last line was cut off" said ||
    fail "it does not say that it goes on from $before"
complete a.raw 2 6
[ "$before" -lt "$(wc -l <wanted)" ] || fail "it was killed too late to show anything"

# All is measured: a further run measures nothing, and changes nothing.
cp a.raw kept.raw
train 2 --quick --repetitions 6 -o a.raw || fail "a complete file"
cmp a.raw kept.raw || fail "a complete file was changed"

# Times are plausible: none is zero, and no operation takes a microsecond at best.
sed '1,/^columns/d' a.raw | awk -F '\t' '
    $1 ~ /^#/ { next }
    !($7 > 0) || !($8 > 0) { print "no time: " $0; bad = 1 }
    $1 == "double_add.chain" && (least == "" || $7 / $4 / 16 < least) { least = $7 / $4 / 16 }
    END {
        if (!(least > 5e-11 && least < 1e-6)) { print "an addition takes " least " s"; bad = 1 }
        exit bad
    }' >said || fail "times"

# The fit reads them, also while the last line is being written.
if [ "$fit" != none ]; then
    printf 'pingpong\tranks=2 by' | cat kept.raw - >h.raw
    "$fit" h.raw >said 2>&1 || fail "the fit"
    grep -q 'its last line was cut off, and does not count' said || fail "the fit and a cut line"
    grep -q '^double_add.chain  *1  *6 ' said || fail "six samples of one point"
    # An addition takes from 0.05 ns to 1 us, and a division longer.
    awk '
        /^double_add / { add = $2 * ($3 == "ns" ? 1 : $3 == "ps" ? 1e-3 : $3 == "µs" ? 1e3 : 0) }
        /^double_divide / { divide = $2 * ($3 == "ns" ? 1 : $3 == "µs" ? 1e3 : 0) }
        END { exit !(add > 0.05 && add < 1000 && divide > add) }' said || fail "operations"
    grep -q '^pingpong ranks=2 partner=1, a message of 2$' said || fail "a curve"
fi

# Other ranks, another MPI's or somebody else's data: refused, and left as they are.
if train 1 --quick --repetitions 2 -o a.raw; then fail "other ranks were accepted"; fi
grep -q "was measured with ranks '2', and this run has '1'" said || fail "other ranks"
sed 's/^machine	.*/machine	another/' kept.raw >b.raw
if train 2 --quick --repetitions 2 -o b.raw; then fail "another machine was accepted"; fi
grep -q "was measured with machine 'another'" said || fail "another machine"
sed '/^double_add.chain/s/	0	\([0-9]*\)	16	/	0	many	16	/' kept.raw >c.raw
cp c.raw c.kept
if train 2 --quick --repetitions 2 -o c.raw; then fail "a changed line was accepted"; fi
grep -q "c.raw:[0-9]*: 'many' is no number of iterations" said || fail "a changed line"
cmp c.raw c.kept || fail "refused data were changed"
cmp a.raw kept.raw || fail "refused data were changed"

# A line that somebody took out is measured again.
grep -v '^barrier' kept.raw >d.raw
train 2 --quick --repetitions 6 -o d.raw || fail "lines taken out"
complete d.raw 2 6

# A time limit: what there was time for is there, and the code says so.
code=0
train 2 --quick --repetitions 1000 --time-limit 0.2 -o e.raw || code=$?
[ $code -ne 0 ] || fail "the time limit was not kept"
grep -q 'the time limit came after [0-9]* of [0-9]* measurements' said || fail "time limit"
[ "$(measured e.raw | wc -l)" -gt 0 ] || fail "nothing measured before the time limit"

# A file that may not grow any more, as on a full disk: what is there stays. The limit is that of
# ranks that run: libraries keep the messages of several in files of their own.
if command -v prlimit >/dev/null; then
    train 2 --quick --repetitions 1000 -o j.raw &
    run=$!
    for i in $(seq 3000); do
        [ -f j.raw ] && [ "$(measured j.raw | wc -l)" -ge 20 ] && break
        sleep 0.02
    done
    limited=0
    for rank in $(ps -e -o pid=,comm=,args= | grep -F "$work/fpredict-train" |
        awk '$2 ~ /^fpredict-train/ { print $1 }'); do
        # The others end as soon as the one that writes may not: they may be gone already.
        if prlimit --fsize=1 --pid "$rank" 2>/dev/null; then limited=$((limited + 1)); fi
    done
    [ "$limited" -gt 0 ] || fail "prlimit"
    code=0
    wait $run || code=$?
    [ $code -ne 0 ] && [ $code -ne 124 ] || fail "a file that may not grow: code $code"
    grep -q 'a measurement could not be written: File too large' said || fail "a file that may not grow"
    before=$(measured j.raw | cut -f 1-3 | sort -u | wc -l)
    [ "$before" -ge 20 ] || fail "what was measured before the file could not grow is lost"
    train 2 --quick --repetitions 1 -o j.raw || fail "it does not go on after its file could not grow"
    [ "$(measured j.raw | awk -F '\t' '$3 == 0' | wc -l)" -eq "$points" ] || fail "not each point once"
fi

# A pipe, in whose place a file would come.
mkfifo pipe.raw
if train 2 --quick -o pipe.raw; then fail "a pipe was accepted"; fi
grep -q 'pipe.raw: is no regular file' said || fail "a pipe"
[ -p pipe.raw ] || fail "a pipe has become a file"

# A rank that hangs ends the run, with what was measured kept.
rm -f i.raw
train 2 --quick --repetitions 1000 --patience 1 -o i.raw &
run=$!
for i in $(seq 3000); do
    [ -f i.raw ] && [ "$(measured i.raw | wc -l)" -ge 20 ] && break
    sleep 0.02
done
rank=$(ps -e -o pid=,comm=,args= | grep -F "$work/fpredict-train" |
    awk '$2 ~ /^fpredict-train/ { print $1; exit }')
kill -STOP "$rank"
code=0
wait $run || code=$?
kill -KILL "$rank" 2>/dev/null || true
[ $code -ne 0 ] && [ $code -ne 124 ] || fail "a rank that hangs: code $code"
grep -q 'a measurement hangs (--patience says how long one may take)' said || fail "a rank that hangs"
[ "$(measured i.raw | wc -l)" -ge 20 ] || fail "what was measured before a rank hung is lost"

# One rank measures what needs no other, and says so.
train 1 --quick --repetitions 1 -o f.raw || fail "one rank"
grep -q 'one rank: everything that communicates is left out' said || fail "one rank is silent"
complete f.raw 1 1
if grep -q '^pingpong' f.raw; then fail "one rank measured messages"; fi

# No bar where there is no terminal; one where it is asked for.
grep -q '\[#*-*\]' said && fail "a bar without a terminal"
rm f.raw
train 1 --quick --repetitions 1 --progress always -o f.raw || fail "a bar"
grep -q '\[#*-*\] *[0-9]* %' said || fail "no bar"

# Two ranks on one processor, though there may be more: it is said before anything is measured, and
# by the fit. Open MPI puts ranks where it likes.
if [ -z "$more" ] && command -v taskset >/dev/null; then
    one=$(taskset -pc $$ | sed 's/.*: //; s/[,-].*//')
    timeout 300 taskset -c "$one" "$mpirun" -n 2 "$work/fpredict-train" --quick --repetitions 1 \
        --time-limit 0.1 -o k.raw >said 2>&1 || true
    grep -q '2 ranks share 1 processor: messages will wait' said || fail "one processor is silent"
    if [ "$fit" != none ]; then
        sed 's/^processors	.*/processors	1/' kept.raw >l.raw
        "$fit" l.raw -o l.yaml >said 2>&1 || fail "the fit of one processor"
        grep -q 'warning: 2 ranks shared 1 processor: messages waited' said || fail "the fit of one processor"
    fi
fi

# Wrong usage.
if train 2 --quick; then fail "no file was accepted"; fi
grep -q 'name the file for the raw data: -o FILE' said || fail "no file"
if train 2 --fast -o g.raw; then fail "a wrong option was accepted"; fi
grep -q "'--fast' is no option" said || fail "a wrong option"
if train 2 -o there/is/none.raw; then fail "a file in no folder was accepted"; fi
grep -q 'there/is/none.raw: cannot be written: No such file' said || fail "a file in no folder"
