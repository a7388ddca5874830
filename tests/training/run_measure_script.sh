#!/usr/bin/env bash
# What training/platforms/measure.sh does by itself, without SimGrid: stand-ins say how they are called.
#
#   run_measure_script.sh ROOT
set -euo pipefail
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAILED: $*" >&2
    cat "$work"/{said,calls} >&2
    exit 1
}
mkdir -p "$work/bin" "$work/elsewhere" "$work/results"
for program in smpicc smpirun; do
    printf '#!/bin/sh\necho 3.32.0\n' >"$work/bin/$program"
done
# train writes what is asked for; validate is at work until a signal ends it, and then writes its
# tables, in the folder that it was started in. $SLOW: it has so much to do.
cat >"$work/bin/fpredict" <<'END'
#!/usr/bin/env bash
command=$1 output=
echo "called: $*" >>"$CALLS"
while [ $# -gt 0 ]; do
    case $1 in
    -o) output=$2 ;;
    --node-of) [ -e "$2" ] || { echo "no $2"; exit 1; } ;;
    esac
    shift
done
echo "$command in $PWD: $(cat platforms/*.options)" >>"$CALLS"
finish() {
    sleep 0.3
    echo "so far" >"$output" && echo "written" >>"$CALLS"
    exit "$1"
}
case $command in
train) echo made >"$output" ;;
validate)
    trap 'finish 1' TERM
    echo "at work" >>"$CALLS"
    for ((i = 0; i < ${SLOW:-0}; i++)); do sleep 0.1; done
    finish 0
    ;;
esac
END
chmod +x "$work"/bin/*
echo "--cfg=of:mine" >"$work/elsewhere/mine.options"
echo "<platform/>" >"$work/elsewhere/mine.xml"
export CALLS=$work/calls FPREDICT=$work/bin/fpredict PATH=$work/bin:$PATH
measure() { # platform, samples
    : >"$CALLS"
    exec "$root/training/platforms/measure.sh" -n 16 -p 4 -s "${2:-pbs4}" "$1" "$work/results/mine.cache"
}

# A platform is a path, too; its node is this folder's.
cd "$work"
(measure elsewhere/mine) >tables 2>said || fail "a path is refused"
grep -q '^validate in .*: --cfg=of:mine$' calls || fail "other options are read"
grep -q 'pbs4 -c library elsewhere/mine`' tables || fail "the page does not say the command"
[ -s results/mine.yaml ] || fail "the machine is not beside the results"

# Files of one program are one program, after those that are programs by themselves.
(measure elsewhere/mine heat,pbs4) >tables 2>said || fail "programs of several files are refused"
grep '^called: validate' calls | cut -d' ' -f3-7 >programs
printf '%s\n' 'samples/pbs4/pbs4.c --machine ./mine.yaml --count-work --collectives' \
    'samples/heat/main.c --with samples/heat/check.c --with samples/heat/plate.c' >expected
diff programs expected >&2 || fail "other programs are measured"

status=0
(measure elsewhere/other) >tables 2>said || status=$?
[ "$status" -eq 2 ] && grep -q "no '$work/elsewhere/other.options'" said || fail "what is missing is not named"

# One that is ended by itself, as by kill, lets what it has started write what it has found.
(SLOW=600 measure elsewhere/mine) >tables 2>said &
for ((i = 0; i < 100; i++)); do
    [ -s calls ] && grep -q '^at work' calls && break
    sleep 0.1
done
kill -TERM $! && status=0
wait $! || status=$?
[ "$status" -eq 130 ] && grep -q '^written' calls || fail "exit $status: the folder went before the tables were written"
left=$(sed -n 's/^validate in \(.*\): .*/\1/p' calls)
[ ! -e "$left" ] || fail "'$left' stays"
echo ok
