#!/bin/sh
# fpredict trace: what it writes, OTF2's own programs read; what is wrong is said, and the exit code
# tells.
#
#   command.sh FPREDICT CASES
set -eu
fpredict=$1 cases=$2/cases
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# --- A copy as OTF2 ---
"$fpredict" trace convert "$cases/ring.trace" -o "$folder/ring"
"$fpredict" trace convert "$folder/ring" --as text -o "$folder/back.trace"
grep -v '^#' "$cases/ring.trace" | diff - "$folder/back.trace" || fail "the copy's copy differs"
if command -v otf2-print >/dev/null; then
    otf2-print "$folder/ring/traces.otf2" >"$folder/printed" 2>"$folder/said"
    [ -s "$folder/said" ] && fail "otf2-print: $(cat "$folder/said")"
    [ "$(grep -c '^MPI_SEND ' "$folder/printed")" = 3 ] || fail "otf2-print sees other sends"
    [ "$(grep -c '^ENTER ' "$folder/printed")" = 15 ] || fail "otf2-print sees other regions"
fi

# --- The summary: the same of both forms ---
"$fpredict" trace show "$cases/ring.trace" | sed '1,/^$/d' >"$folder/of-text"
"$fpredict" trace show "$folder/ring/traces.otf2" | sed '1,/^$/d' | diff "$folder/of-text" - ||
    fail "the summaries differ"
grep -q '224 µs  55.7 %  MPI_Recv ' "$folder/of-text" || fail "MPI_Recv: 672 of 1206 µs, 224 a rank"

# --- What is wrong ---
refuses() {
    code=$1 expected=$2
    shift 2
    status=0
    "$fpredict" "$@" >/dev/null 2>"$folder/said" || status=$?
    [ "$status" = "$code" ] || fail "'$*' ends with $status, not $code"
    grep -q "$expected" "$folder/said" || fail "'$*' does not say '$expected': $(cat "$folder/said")"
}
refuses 2 'what shall be done' trace
refuses 2 'which trace' trace show
refuses 2 "what shall be done with a trace" trace "$cases/ring.trace"
refuses 2 'where shall the copy be written' trace convert "$cases/ring.trace"
refuses 1 'there is something of this name' trace convert "$cases/ring.trace" -o "$folder/ring"
refuses 1 'this folder has no traces.otf2' trace show "$folder"
refuses 1 'No such file' trace show "$folder/none"

# --- Taking recording away ---
# The example's times are hand-made: with nothing to take away nothing changes.
"$fpredict" deperturb "$cases/ring.trace" --overhead 0us --as text -o "$folder/same.trace" >"$folder/said"
by_rank() {
    grep '^[0-9]' "$1" | sort -s -n -k1,1 # ranks come mixed, each in order
}
by_rank "$folder/back.trace" >"$folder/before"
by_rank "$folder/same.trace" | diff "$folder/before" - || fail "events move though recording takes no time"
grep -q 'as recorded  403 µs' "$folder/said" || fail "403 µs: $(cat "$folder/said")"
refuses 2 'what does recording an event take' deperturb "$cases/ring.trace"
refuses 2 "'6' is no time" deperturb "$cases/ring.trace" --overhead 6
refuses 2 "'io=6us' is of no class" deperturb "$cases/ring.trace" --overhead io=6us

# --- On another machine ---
# Half of what computing took, on twice as fast a processor: 113, 107 and 100 µs outside of MPI.
"$fpredict" replay "$cases/ring.trace" --machine cm5 --format json >"$folder/whole.json"
"$fpredict" replay "$cases/ring.trace" --machine cm5 --speed 2 --format json >"$folder/half.json"
grep -q '"schema": "fpredict/replay/1"' "$folder/whole.json" || fail "no schema: $(cat "$folder/whole.json")"
computing() {
    sed -n 's/.*"computing": \([0-9.e-]*\),*/\1/p' "$1" | awk '{ printf "%.2f ", 1e6 * $1 }'
}
[ "$(computing "$folder/whole.json")" = "113.00 107.00 100.00 " ] || fail "computing: $(computing "$folder/whole.json")"
[ "$(computing "$folder/half.json")" = "56.50 53.50 50.00 " ] || fail "half: $(computing "$folder/half.json")"
"$fpredict" replay "$cases/ring.trace" --machine cm5 -o "$folder/on-cm5" >"$folder/said"
grep -q 'ring.trace on cm5' "$folder/said" || fail "$(cat "$folder/said")"
"$fpredict" trace show "$folder/on-cm5" >"$folder/shown"
grep -q '42 events, 3 messages' "$folder/shown" || fail "not the same events: $(cat "$folder/shown")"
refuses 2 'which trace' replay
refuses 2 'no ratio above 0' replay "$cases/ring.trace" --speed 0
refuses 2 'on one machine' replay "$cases/ring.trace" --machine cm5 --machine t3e
refuses 1 'for traces that count flops' replay "$cases/ring.trace" --flops-rate 1G

# --- Flops: 10^6 at 2 Gflop/s ---
printf '0 compute 6e5\n0 compute 4e5\n' >"$folder/flops.txt"
echo "$folder/flops.txt" >"$folder/list.txt"
"$fpredict" replay "$folder/list.txt" --machine cm5 --flops-rate 2G --format json >"$folder/flops.json"
[ "$(computing "$folder/flops.json")" = "500.00 " ] || fail "flops: $(cat "$folder/flops.json")"
