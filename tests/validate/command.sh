#!/usr/bin/env bash
# `fpredict validate` with an MPI that is none: a compiler that makes an empty program, and a
# starter that says how long it took; and with a sequential program that only prints. So what
# must come out is known.
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
all=$*
for word in $all; do
    case $word in *where.c) ;; *.c) cat "$word" >> "$WORK/sources" ;; esac
done
while [ $# -gt 1 ]; do
    [ "$1" = -o ] && out=$2
    shift
done
case $all in *where.c*) ;; *) echo built >> "$WORK/built" ;; esac
: > "$out"
END
# The sequential program.
cat >"$work/cc" <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do
    [ "$1" = -o ] && out=$2
    shift
done
echo built >> "$WORK/compiled"
printf '#!/bin/sh\necho begin\necho sum 2.0\n' > "$out"
chmod +x "$out"
END
# Where programs run, it does not tell. The time is that of the file `seconds`, and a tenth more on each further rank; what is
# printed is in the file `printed`.
cat >"$work/mpirun" <<'END'
#!/bin/sh
case $* in *where.report*) exit 1 ;; esac
echo ran >> "$WORK/ran"
cat "$WORK/printed"
[ "$1" = -np ] || exit 9
awk -v ranks="$2" -v t="$(cat "$WORK/seconds")" 'BEGIN {
    print "# rank seconds computed_s messages bytes"
    for (r = 0; r < ranks; r++) print r, t * (1 + r / 10), 0, 0, 0 }' > "$FPR_REPORT"
END
chmod +x "$work/mpicc" "$work/mpirun" "$work/cc"
printf 'begin\nsum   2.0000000001\n' >"$work/printed"
export WORK=$work

expect() { # what, and a text that must be in the file, wherever its lines are broken
    tr -s ' \n' ' ' <"$3" | grep -qF -- "$2" || { echo "$1: '$2' is not in" >&2; cat "$3" >&2; failed=1; }
}

validate() { # output, arguments
    local out=$1; shift
    "$fpredict" validate "$root/samples/pi/pi.c" --mpicc "$work/mpicc" --mpirun "$work/mpirun" \
        --cc "$work/cc" "$@" >"$work/$out" 2>"$work/$out.messages"
}

# Four cases; programs of one more distribution would only be generated and built in addition.
four=(--procs 1,2 --set N=64,128 --distribute 'T(block)')
one=(--procs 1 --set N=64 --distribute 'T(block)')

echo 0.5 >"$work/seconds"
validate json "${four[@]}" --format json --result-cache "$work/cache"
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
assert all(c["not_compared"] is None and c["wrong_result"] is None for c in found["cases"])
assert found["repeated"] == 0 and found["differed"] == 0
errors = sorted(c["error"] for c in found["cases"])
assert found["all"]["most_error"] == errors[-1] and found["all"]["least_error"] == errors[0]
END

# The sequential program is made once a size.
[ "$(wc -l <"$work/compiled")" -eq 2 ] ||
    { echo "$(wc -l <"$work/compiled") sequential programs of two sizes" >&2; failed=1; }

# The result cache has all of it: nothing is built or run again, and a fourth run only adds.
rm "$work/ran" "$work/built"
validate again "${four[@]}" --format json --result-cache "$work/cache"
[ ! -e "$work/ran" ] && [ ! -e "$work/built" ] || { echo "the result cache is not used" >&2; failed=1; }
cmp "$work/json" "$work/again" || failed=1
# Sizes are those that there are, ascending, however they are named.
validate again --procs 1,2 --set N=128,64,128 --distribute 'T(block)' --format json --result-cache "$work/cache"
cmp "$work/json" "$work/again" || failed=1
validate fourth "${four[@]}" --result-cache "$work/cache" --repetitions 4
[ "$(wc -l <"$work/ran")" -eq "$(grep -c '"source"' "$work/json" | awk '{ print $1 - 1 }')" ] ||
    { echo "more than the fourth runs was run: $(wc -l <"$work/ran")" >&2; failed=1; }
expect text "Error of the prediction" "$work/fourth"
expect text "The median of 4 runs counts" "$work/fourth"
expect text "Computation is real." "$work/fourth"
expect text "All print what the sequential programs print." "$work/fourth"

# Markdown, of the same; and a drawing with a line, and points, for each distribution.
validate page "${four[@]}" --result-cache "$work/cache" --format markdown
expect page "measured time; N = 64 … 128 on 1 … 2 processors." "$work/page"
expect page "| program | cases | least | median | most | spread |" "$work/page"
if command -v gnuplot >/dev/null; then
    validate page "${four[@]}" --result-cache "$work/cache" --format markdown --plots "$work/plots"
    expect drawn "T(block)" "$work/plots/pi.svg"
    expect drawn "pi, N = 128" "$work/plots/pi.svg"
    expect drawn ">processors<" "$work/plots/pi.svg"
    validate drawn --procs 2 --set N=64,128 --result-cache "$work/cache" --plots "$work/plots"
    expect drawn "T(cyclic)" "$work/plots/pi.svg"
    expect drawn "pi, on 2 processors" "$work/plots/pi.svg"
    expect drawn ">N<" "$work/plots/pi.svg"
    # Two programs of one name have a drawing each.
    mkdir "$work/other"
    cp "$root/samples/pi/pi.c" "$work/other/pi.c"
    validate twice "$work/other/pi.c" "${four[@]}" --result-cache "$work/cache" --plots "$work/both"
    [ "$(ls "$work/both" | tr '\n' ' ')" = 'pi-2.svg pi.svg ' ] ||
        { echo "drawings of two programs: $(ls "$work/both")" >&2; failed=1; }
    expect twice " $root/samples/pi/pi.c 4 " "$work/twice"
    expect twice " $work/other/pi.c 4 " "$work/twice"
    # What cannot be drawn is seen before anything is measured.
    rm -f "$work/ran"
    ! validate unplotted "${one[@]}" --plots "$work/no-such-folder/plots" || failed=1
    expect unplotted "--plots: cannot make the folder '$work/no-such-folder/plots'" "$work/unplotted.messages"
    [ ! -e "$work/ran" ] || { echo "it is seen too late that drawings cannot be written" >&2; failed=1; }
fi
# A gnuplot that ends before it has read what to draw: the tables are there, and it is an error.
mkdir "$work/bin" "$work/early"
printf '#!/bin/sh\nexec <&-\nexit 3\n' >"$work/early/gnuplot"
chmod +x "$work/early/gnuplot"
code=0
PATH=$work/early:$PATH validate unread "${four[@]}" --result-cache "$work/cache" --plots "$work/plots" || code=$?
[ $code -eq 1 ] || { echo "a gnuplot that ends early: code $code" >&2; failed=1; }
expect unread "--plots: gnuplot could not draw into '$work/plots'" "$work/unread.messages"
expect unread "Error of the prediction" "$work/unread"
! PATH=$work/bin validate undrawn "${one[@]}" --plots "$work/plots" || failed=1
expect undrawn "gnuplot-nox" "$work/undrawn.messages"

# A program with a mistake between two others: it is left out, with the reason, and they are not.
printf 'int main(void) { return nobody; }\n' >"$work/mistake.c"
cp "$root/samples/pi/pi.c" "$work/last.c"
! validate between "$work/mistake.c" "$work/last.c" "${four[@]}" --result-cache "$work/cache" ||
    { echo "a program with a mistake is no error" >&2; failed=1; }
expect between "8 of 12 cases measured" "$work/between.messages"
expect between "mistake: use of undeclared identifier 'nobody' (every distribution)" "$work/between"
validate between "$work/mistake.c" "$work/last.c" "${four[@]}" --result-cache "$work/cache" --format json || true
python3 - "$work/between" <<'END' || failed=1
import json, sys
found = json.load(open(sys.argv[1]))
assert [p["source"].split("/")[-1] for p in found["programs"]] == ["pi.c", "mistake.c", "last.c"]
assert [p["cases"] for p in found["programs"]] == [4, 0, 4]
assert [p["left_out"] for p in found["programs"]] == [0, 4, 0]
END
# Of one size only.
printf '#if N == 128\n#error too large\n#endif\n' | cat - "$root/samples/pi/pi.c" >"$work/half.c"
! validate between "$work/half.c" "${four[@]}" --result-cache "$work/cache" || failed=1
expect between 'half: too large (every distribution, N = 128, on 1, 2)' "$work/between"

# Another result is no result: where it differs first is said, and kept.
printf 'begin\nsum 2.3\n' >"$work/printed"
! validate wrong --procs 2 --set N=64 --result-cache "$work/wrong.cache" ||
    { echo "wrong results are no error" >&2; failed=1; }
expect wrong "Wrong results: what is printed is not what the sequential program prints" "$work/wrong"
expect wrong "pi: line 2: 'sum 2.3' instead of 'sum 2.0' (T(block); T(cyclic))" "$work/wrong"
expect wrong "0 of 2 cases measured" "$work/wrong.messages"
rm "$work/ran"
! validate wrong --procs 2 --set N=64 --result-cache "$work/wrong.cache" --format json || failed=1
[ ! -e "$work/ran" ] || { echo "a wrong result is not kept" >&2; failed=1; }
expect wrong "\"wrong_result\": \"line 2: 'sum 2.3' instead of 'sum 2.0'\"" "$work/wrong"
# It may be none when numbers may differ by more, and the other way round.
lenient() { # tolerance, and runs that it takes
    : >"$work/ran"
    validate lenient --procs 2 --set N=64 --distribute 'T(block)' --result-cache "$work/wrong.cache" --tolerance "$1" || true
    [ "$(wc -l <"$work/ran")" -eq "$2" ] || { echo "$(wc -l <"$work/ran") runs with $1, not $2" >&2; failed=1; }
}
lenient 0.1 3
expect lenient "All print what the sequential programs print." "$work/lenient"
lenient 0.2 0
expect lenient "All print what the sequential programs print." "$work/lenient"
lenient 0.001 1 # the first run says it
expect lenient "0 of 1 cases measured" "$work/lenient.messages"
lenient 0.0001 0
printf 'begin\nsum 2.0\n' >"$work/printed"

# Results of a result cache that was begun before there was a column for it are not lost; what
# cannot be compared is measured all the same.
cut -f 1-7 "$work/cache" >"$work/old.cache"
validate old "${four[@]}" --result-cache "$work/old.cache"
expect old "(0 runs now, 12 from the result cache)" "$work/old.messages"
expect old "No case is known to print what the sequential programs print; 4 were not compared" "$work/old"
validate sequential "${one[@]}" --cc "$work/no-such-compiler" --format json
expect sequential "the sequential program cannot be built: the compiler exits with 127" "$work/sequential"

# Simulated runs are believed, but for one of each program; those of `seconds` are the same
# each time, and several may be under way at once.
rm -f "$work/ran"
validate steady "${four[@]}" --count-work --jobs 3 --result-cache "$work/steady.cache"
[ "$(wc -l <"$work/ran")" -eq 5 ] || { echo "$(wc -l <"$work/ran") runs, not 5" >&2; failed=1; }
expect steady "1 was run again" "$work/steady"
# One that takes too long when it is run again is not lost.
cat >"$work/mpirun-tired" <<'END'
#!/bin/sh
[ "$(wc -l <"$WORK/ran")" -lt 4 ] || sleep 60
exec "$WORK/mpirun" "$@"
END
chmod +x "$work/mpirun-tired"
: >"$work/ran"
validate tired "${four[@]}" --count-work --mpirun "$work/mpirun-tired" --time-limit 1
expect tired "4 of 4 cases measured" "$work/tired.messages"
expect tired "Each case was run once. All print" "$work/tired"
# One that differs: then all are run three times, and none of it twice.
cat >"$work/mpirun-unsteady" <<'END'
#!/bin/sh
[ "$(wc -l <"$WORK/ran")" -lt 4 ] || echo 0.50001 >"$WORK/seconds"
exec "$WORK/mpirun" "$@"
END
chmod +x "$work/mpirun-unsteady"
: >"$work/ran"
validate unsteady "${four[@]}" --count-work --mpirun "$work/mpirun-unsteady" --jobs 2
[ "$(wc -l <"$work/ran")" -eq 12 ] || { echo "$(wc -l <"$work/ran") runs, not 12" >&2; failed=1; }
expect unsteady "1 of 1 that were repeated were not" "$work/unsteady"
expect unsteady "simulated runs are not the same each time" "$work/unsteady.messages"
echo 0.5 >"$work/seconds"
! validate jobs --jobs 2 || failed=1
expect jobs "real runs at the same time slow each other down" "$work/jobs.messages"

# Mistakes: what is wrong, and the rest goes on.
! validate few --procs 1 --repetitions 2 || { echo "two runs are enough" >&2; failed=1; }
expect few "--repetitions 2: real runs differ" "$work/few.messages"
printf '#!/bin/sh\ncase $2 in 2) echo "error: no such host" >&2; exit 7 ;; esac\nexec %s "$@"\n' \
    "$work/mpirun" >"$work/run-half"
chmod +x "$work/run-half"
validate half --procs 1,2 --set N=64 --distribute 'T(block)' --mpirun "$work/run-half" || true
expect half "the run exits with 7: error: no such host" "$work/half"
expect half "Left out:" "$work/half"
printf '#!/bin/sh\ncase $* in *where.report*) exit 1 ;; esac\nsleep 60\n' >"$work/run-slow"
chmod +x "$work/run-slow"
validate slow "${one[@]}" --mpirun "$work/run-slow" --time-limit 1 || true
expect slow "the run is not finished after 1 s" "$work/slow"
expect slow "Nothing was measured." "$work/slow"
! grep -q ± "$work/slow" || { echo "what was not measured has a spread" >&2; failed=1; }
printf '#!/bin/sh\ncase $* in *where.report*) exit 1 ;; esac\necho last words >&2\nkill -SEGV $$\n' \
    >"$work/run-dead"
chmod +x "$work/run-dead"
validate dead "${one[@]}" --mpirun "$work/run-dead" || true
expect dead "the run is ended by a signal (Segmentation fault): last words" "$work/dead"
# A simulated run that took too long takes too long again, unless it is given longer.
slow() { # the limit, and the one that is said
    ! validate slow "${one[@]}" --mpirun "$work/run-slow" --count-work --jobs 3 \
        --result-cache "$work/slow.cache" --time-limit "$1" || failed=1
    expect slow "the run is not finished after $2 s" "$work/slow"
}
slow 2 2
[ "$(grep -c '>2' "$work/slow.cache")" -eq 1 ] || { echo "what is late is not kept" >&2; failed=1; }
slow 1 2
slow 3 3
! "$fpredict" validate "$root/samples/pi/pi.c" --format csv 2>"$work/csv.messages" || failed=1
expect csv "text, json, markdown" "$work/csv.messages"
! validate none "${one[@]}" --mpicc "$work/no-such-compiler" ||
    { echo "no compiler is no error" >&2; failed=1; }
expect none "the run-time library cannot be built" "$work/none.messages"
# No room for programs, as a linker says it: none of the others would have any.
printf '#!/bin/sh\ncase $* in *.run) echo "final link failed: No space left on device"; echo "ld returned 1"; exit 1 ;; esac\nexec %s "$@"\n' \
    "$work/mpicc" >"$work/mpicc-full"
chmod +x "$work/mpicc-full"
! LC_ALL=C validate crowded "${four[@]}" --mpicc "$work/mpicc-full" || failed=1
expect crowded "there is no room left in '$work/fpredict-validate-" "$work/crowded.messages"
expect crowded '$TMPDIR says where it is made' "$work/crowded.messages"
printf '#!/bin/sh\nexit 0\n' >"$work/run-quiet"
chmod +x "$work/run-quiet"
validate quiet "${one[@]}" --mpirun "$work/run-quiet" || true
expect quiet "the run has not said how long it took" "$work/quiet"
! validate absent "${one[@]}" --mpirun "$work/no-such-program" || failed=1
expect absent "no-such-program' starts no program: it exits with 127" "$work/absent.messages"
printf '#!/bin/sh\nyes\n' >"$work/run-endless"
chmod +x "$work/run-endless"
validate endless "${one[@]}" --mpirun "$work/run-endless" || true
expect endless "prints without end: more than 256 MiB" "$work/endless"
mkdir "$work/folder"
for out in "$work/folder" "$work/no-such-folder/out"; do
    rm -f "$work/ran"
    ! validate unwritten "${one[@]}" -o "$out" || failed=1
    expect unwritten "cannot write '$out'" "$work/unwritten.messages"
    [ ! -e "$work/ran" ] || { echo "it is seen too late that '$out' cannot be written" >&2; failed=1; }
done
! validate full "${one[@]}" -o /dev/full || failed=1
expect full "cannot write '/dev/full': No space left on device" "$work/full.messages"
cp "$root/samples/pi/pi.c" "$work/own.c"
! "$fpredict" validate "$work/own.c" -o "$work/own.c" 2>"$work/own.messages" || failed=1
expect own "is the source itself" "$work/own.messages"
cmp "$root/samples/pi/pi.c" "$work/own.c" || failed=1
! validate device "${one[@]}" --result-cache /dev/full || failed=1
expect device "it is no regular file" "$work/device.messages"
# A result cache that may not grow, as on a full disk, is no death by a signal.
code=0
(ulimit -f 0 && "$fpredict" validate "$root/samples/pi/pi.c" --mpicc "$work/mpicc" --mpirun "$work/mpirun" \
    --cc "$work/cc" "${one[@]}" --result-cache "$work/small.cache" 2>&1 >/dev/null) | cat >"$work/small.messages" ||
    code=$?
[ $code -eq 1 ] || { echo "a result cache that may not grow: code $code" >&2; failed=1; }
expect small "result cache '$work/small.cache': File too large" "$work/small.messages"
! TMPDIR=$work/no-such-folder validate nowhere "${one[@]}" || failed=1
expect nowhere '$TMPDIR says where' "$work/nowhere.messages"
# --exchange is of what is predicted and of what is generated.
for rule in sendrecv phased; do
    rm -f "$work/sources"
    "$fpredict" validate "$root/samples/laplace/laplace.c" --mpicc "$work/mpicc" --mpirun "$work/mpirun" --cc "$work/cc" \
        --distribute 'T(block,block)' --set N=32 --procs 4 --exchange $rule --format json >"$work/$rule" 2>"$work/$rule.messages" || failed=1
    grep -q "is_$rule = true" "$work/sources" || { echo "not generated with --exchange $rule" >&2; failed=1; }
    for told in $rule posted; do
        "$fpredict" estimate "$root/samples/laplace/laplace.c" --distribute 'T(block,block)' --set N=32 --procs 4 --exchange $told \
            --format json 2>/dev/null | awk -F'[:,]' '/"time_s"/ && !seen++ { printf "%.9g\n", $2 }' >"$work/told.$told"
    done
    awk -F'[:,]' '/"predicted_s"/ && !seen++ { printf "%.9g\n", $2 }' "$work/$rule" >"$work/predicted"
    cmp "$work/predicted" "$work/told.$rule" || { echo "not predicted with --exchange $rule" >&2; failed=1; }
    ! cmp -s "$work/predicted" "$work/told.posted" || failed=1
done
! "$fpredict" validate "$root/samples/pi/pi.c" --serial --exchange sendrecv 2>"$work/serial.messages" || failed=1
expect serial "leave out --procs, --distribute, --alternatives and --exchange" "$work/serial.messages"
rest=$(find "$work" -maxdepth 1 -name 'fpredict-validate-*')
[ -z "$rest" ] || { echo "left behind: $rest" >&2; failed=1; }
exit $failed
