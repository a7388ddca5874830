#!/usr/bin/env bash
# `fpredict validate` with an MPI that is none: a compiler that makes an empty program, and a
# starter that says how long it took. So what must come out is known.
#
#   command.sh ROOT FPREDICT
set -euo pipefail
root=$1 fpredict=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work
failed=0

cat >"$work/mpicc" <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do
    [ "$1" = -o ] && out=$2
    shift
done
echo built >> "$WORK/built"
: > "$out"
END
# The time is that of the file `seconds`, and a tenth more on each further rank.
cat >"$work/mpirun" <<'END'
#!/bin/sh
echo ran >> "$WORK/ran"
[ "$1" = -np ] || exit 9
awk -v ranks="$2" -v t="$(cat "$WORK/seconds")" 'BEGIN {
    print "# rank seconds computed_s messages bytes"
    for (r = 0; r < ranks; r++) print r, t * (1 + r / 10), 0, 0, 0 }' > "$FPR_REPORT"
END
chmod +x "$work/mpicc" "$work/mpirun"
export WORK=$work

expect() { # what, and a text that must be in the file
    grep -qF -- "$2" "$3" || { echo "$1: '$2' is not in" >&2; cat "$3" >&2; failed=1; }
}

validate() { # output, arguments
    local out=$1; shift
    "$fpredict" validate "$root/samples/pi/pi.c" --mpicc "$work/mpicc" --mpirun "$work/mpirun" "$@" \
        >"$work/$out" 2>"$work/$out.messages"
}

echo 0.5 >"$work/seconds"
validate json --procs 1,2 --set N=64,128 --format json --journal "$work/journal"
# On 2 the later rank counts: 0.55. Three runs of each of four cases.
python3 - "$work/json" <<'END' || failed=1
import json, sys
found = json.load(open(sys.argv[1]))
assert found["schema"] == "fpredict/validation/1"
assert found["computation"] == "real"
by = {}
for c in found["cases"]:
    by.setdefault((c["size"], c["processors"]), []).append(c)
    assert len(c["runs_s"]) == 3, c
    assert c["spread"] == 0, c
    assert abs(c["error"] - abs(c["predicted_s"] - c["measured_s"]) / c["measured_s"]) < 1e-12
assert set(by) == {("N = 64", "1"), ("N = 64", "2"), ("N = 128", "1"), ("N = 128", "2")}
assert all(c["measured_s"] == (0.5 if p == "1" else 0.55) for (n, p), cs in by.items() for c in cs)
errors = sorted(c["error"] for c in found["cases"])
assert found["all"]["most_error"] == errors[-1] and found["all"]["least_error"] == errors[0]
END

# The journal has all of it: nothing is built or run again, and a fourth run only adds.
rm "$work/ran" "$work/built"
validate again --procs 1,2 --set N=64,128 --format json --journal "$work/journal"
[ ! -e "$work/ran" ] && [ ! -e "$work/built" ] || { echo "the journal is not used" >&2; failed=1; }
cmp "$work/json" "$work/again" || failed=1
validate fourth --procs 1,2 --set N=64,128 --journal "$work/journal" --repetitions 4
[ "$(wc -l <"$work/ran")" -eq "$(grep -c '"source"' "$work/json" | awk '{ print $1 - 1 }')" ] ||
    { echo "more than the fourth runs was run: $(wc -l <"$work/ran")" >&2; failed=1; }
expect text "Error of the prediction" "$work/fourth"
expect text "The median of 4 runs counts" "$work/fourth"
expect text "Computation is real." "$work/fourth"

# A drawing has a line, and circles, for each distribution.
if command -v gnuplot >/dev/null; then
    validate drawn --procs 1,2 --set N=64,128 --journal "$work/journal" --plots "$work/plots"
    expect drawn "T(cyclic)" "$work/plots/pi.svg"
    expect drawn "pi, N = 128" "$work/plots/pi.svg"
fi

# Mistakes: what is wrong, and the rest goes on.
! validate few --procs 1 --repetitions 2 || { echo "two runs are enough" >&2; failed=1; }
expect few "--repetitions 2: real runs differ" "$work/few.messages"
printf '#!/bin/sh\ncase $2 in 2) echo "error: no such host" >&2; exit 7 ;; esac\nexec %s "$@"\n' \
    "$work/mpirun" >"$work/run-half"
chmod +x "$work/run-half"
validate half --procs 1,2 --set N=64 --mpirun "$work/run-half" || true
expect half "the run exits with 7: error: no such host" "$work/half"
expect half "Left out:" "$work/half"
printf '#!/bin/sh\nsleep 60\n' >"$work/run-slow"
chmod +x "$work/run-slow"
validate slow --procs 1 --set N=64 --mpirun "$work/run-slow" --time-limit 1 || true
expect slow "the run is not done after 1 s" "$work/slow"
! "$fpredict" validate "$root/samples/pi/pi.c" --format csv 2>"$work/csv.messages" || failed=1
expect csv "text or json" "$work/csv.messages"
! validate none --procs 1 --set N=64 --mpicc "$work/no-such-compiler" ||
    { echo "no compiler is no error" >&2; failed=1; }
expect none "the run-time library cannot be built" "$work/none.messages"
printf '#!/bin/sh\nexit 0\n' >"$work/run-quiet"
chmod +x "$work/run-quiet"
validate quiet --procs 1 --set N=64 --mpirun "$work/run-quiet" || true
expect quiet "the run has not said how long it took" "$work/quiet"
rest=$(find "$work" -maxdepth 1 -name 'fpredict-validate-*')
[ -z "$rest" ] || { echo "left behind: $rest" >&2; failed=1; }
exit $failed
