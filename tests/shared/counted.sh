#!/usr/bin/env bash
# With --count-work a thread's own time is what it has counted, the same in each run; by hand, where
# an iteration of a loop takes 1 us and all else nothing.
#
#   counted.sh ROOT
#
# From the environment: FPREDICT, CC, RUNTIME.
set -euo pipefail
export ROOT=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
"$FPREDICT" emit "$ROOT/samples/laplace/laplace.c" --procs 4 --distribute 'T(block,*)' --shared \
    --count-work -o "$work/a.c" -- -DN=20
"$ROOT/tests/shared/cc.sh" -O1 -w -DN=20 -I"$ROOT/codegen/runtime" "$work/a.c" "$RUNTIME/runtime.o" \
    -lm -o "$work/a"
"$FPREDICT" machines --costs ipsc860 | awk '!/^#/ { print $1, $1 == "loop_iteration" ? 1e-6 : 0 }' \
    >"$work/costs"
for run in 1 2; do
    FPR_COSTS=$work/costs FPR_REPORT=$work/report FPREDICT_TRACE=$work/trace$run "$work/a" >/dev/null
done
cmp "$work/trace1" "$work/trace2" || failed=1

# 20 rows on 4 threads, 5 each; the first and the last row are on the border. `s`: 20 iterations; the
# start and the error at the end: 5 rows of 20; 100 sweeps, each of two nests over 4 rows (or 5) of 18.
for rank in 0 1 2 3; do
    rows=$((rank == 0 || rank == 3 ? 4 : 5))
    echo "$rank $((20 + 2 * (5 + 5 * 20) + 100 * (1 + 2 * (rows + rows * 18))))000"
done >"$work/expected"
awk '$2 ~ /^[0-9]+$/ && $1 ~ /^[0-9]+$/ { last[$1] = $NF } END { for (r in last) print r, last[r] }' \
    "$work/trace1" | sort -n >"$work/found"
diff "$work/expected" "$work/found" >&2 || failed=1
# The report says the same, in seconds.
awk '!/^#/ { printf "%d %d\n", $1, $3 * 1e9 + 0.5 }' "$work/report" | diff "$work/expected" - >&2 ||
    failed=1
# Regions: 16 elements on each thread, 15 of them inside on the first and the last. What is read of others
# is read in the region that needs it: two gets in each of 10 sweeps, one on the first and the last. The
# iteration of the sweep is counted where its body begins, in "relax".
"$FPREDICT" emit "$ROOT/tests/shared/regions.c" --procs 4 --shared --count-work -o "$work/r.c"
"$ROOT/tests/shared/cc.sh" -O1 -w -I"$ROOT/codegen/runtime" "$work/r.c" "$RUNTIME/runtime.o" -lm -o "$work/r"
FPR_COSTS=$work/costs FPREDICT_TRACE=$work/trace.r "$work/r" >/dev/null
for rank in 0 1 2 3; do
    own=$((rank == 0 || rank == 3 ? 15 : 16))
    echo "$rank fill 16000 0"
    echo "$rank sweeps $(((10 + 2 * 10 * own) * 1000)) $((rank == 0 || rank == 3 ? 10 : 20))"
    echo "$rank relax $((10 * (own + 1) * 1000)) $((rank == 0 || rank == 3 ? 10 : 20))"
    echo "$rank copy $((10 * own * 1000)) 0"
done | sort >"$work/expected"
awk '$1 == "region" { gsub("\"", "", $4); name[$2] = $3 == "user" ? $4 : ""; next }
     $1 !~ /^[0-9]+$/ { next }
     $3 == "enter" { open[$1, ++depth[$1]] = $4; since[$1, depth[$1]] = $NF }
     $3 == "leave" { at = open[$1, depth[$1]]; took[$1 " " name[at]] += $NF - since[$1, depth[$1]--] }
     $3 == "get" { for (i = 1; i <= depth[$1]; i++) gets[$1 " " name[open[$1, i]]]++ }
     END { for (r in took) if (r !~ / (main)?$/) print r, took[r], gets[r] + 0 }' "$work/trace.r" |
    sort >"$work/found"
diff "$work/expected" "$work/found" >&2 || failed=1
# Classes of events are left out as asked; where only regions are, which take no time, the extrapolation is
# the same.
time_of() {
    "$FPREDICT" extrapolate "$1" --machine cm5 --format json | sed -n 's/^  "time_s": //p'
}
FPREDICT_CLASSES=access,collective FPR_COSTS=$work/costs FPREDICT_TRACE=$work/few.r "$work/r" >/dev/null
awk '$3 ~ /^(enter|leave)$/ && $4 > 0 { exit 1 }' "$work/few.r" || failed=1
[ "$(grep -c ' get from ' "$work/few.r")" = "$(grep -c ' get from ' "$work/trace.r")" ] || failed=1
[ "$(time_of "$work/few.r")" = "$(time_of "$work/trace.r")" ] || failed=1
FPREDICT_CLASSES=user FPR_COSTS=$work/costs FPREDICT_TRACE=$work/user.r "$work/r" >/dev/null
[ "$(awk '$1 ~ /^[0-9]+$/ { print $3 }' "$work/user.r" | sort -u | tr '\n' ' ')" = 'enter leave ' ] || failed=1
if FPREDICT_CLASSES=users FPREDICT_TRACE=$work/none.r "$work/r" >/dev/null 2>"$work/said"; then failed=1; fi
grep -q "FPREDICT_CLASSES is one or several of user" "$work/said" || failed=1
[ "$failed" -eq 0 ] && echo "counted as by hand"
exit "$failed"
