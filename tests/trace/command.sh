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
{
    grep -v '^#' "$cases/ring.trace" | sed '1s/1$/2/'
    echo "end $(grep -c '^[0-9]' "$cases/ring.trace")"
} | diff - "$folder/back.trace" || fail "the copy's copy differs"
if command -v otf2-print >/dev/null; then
    otf2-print "$folder/ring/traces.otf2" >"$folder/printed" 2>"$folder/said"
    [ -s "$folder/said" ] && fail "otf2-print: $(cat "$folder/said")"
    [ "$(grep -c '^MPI_SEND ' "$folder/printed")" = 3 ] || fail "otf2-print sees other sends"
    [ "$(grep -c '^ENTER ' "$folder/printed")" = 15 ] || fail "otf2-print sees other regions"
fi

# --- The summary: the same of both forms ---
"$fpredict" trace show "$cases/ring.trace" | sed '1,/^$/d' >"$folder/of-text"
# A folder may be called as its file is.
ln -s ring "$folder/named.otf2"
"$fpredict" trace show "$folder/named.otf2" | sed '1,/^$/d' | diff "$folder/of-text" - ||
    fail "the trace in a folder named .otf2 is another one"
"$fpredict" trace show "$folder/ring/traces.otf2" | sed '1,/^$/d' | diff "$folder/of-text" - ||
    fail "the summaries differ"
grep -q '224 µs  55.7 %  MPI_Recv ' "$folder/of-text" || fail "MPI_Recv: 672 of 1206 µs, 224 a rank"

# --- The critical path of a replay: "work" is on it on each rank, 100, 100 and 90 us, "main" of rank 0
# at the beginning for 10, of rank 2 at the end for 2 + 1, of rank 2 between its calls for 1; the rest is
# in calls, for who sends waits until the message is received. All of it is the time. ---
mkdir "$folder/spare"
TMPDIR=$folder/spare "$fpredict" replay "$cases/ring.trace" --critical-path --format json >"$folder/path.json"
[ -z "$(ls "$folder/spare")" ] || fail "the replay's own trace stays: $(ls "$folder/spare")"
"$fpredict" replay "$cases/ring.trace" --critical-path -o "$folder/path.trace" --as text --format json |
    diff "$folder/path.json" - || fail "another critical path where the trace is written"
"$fpredict" trace show "$folder/path.trace" >/dev/null || fail "the trace of --critical-path"
if command -v python3 >/dev/null; then
    python3 - "$folder/path.json" <<'EOF' || fail "the critical path"
import json, sys
all = json.load(open(sys.argv[1]))
path, near = all["critical_path"], lambda a, b: abs(a - b) < 1e-12
regions = {r["name"]: r["breakdown_s"] for r in path["regions"]}
assert path["rank"] == 2 and path["waits"] == 2
assert near(path["time_s"], all["time_s"]) and near(sum(path["breakdown_s"].values()), all["time_s"])
assert near(sum(r["time_s"] for r in path["regions"]), all["time_s"])
assert near(regions["work"]["computing_s"], 290e-6) and near(regions["main"]["computing_s"], 14e-6)
assert path["regions"][0]["file"] == "ring.c" and path["regions"][0]["line"] == 5
EOF
fi
"$fpredict" replay "$cases/ring.trace" --critical-path -o "$folder/path.chrome" --as chrome 2>"$folder/said" &&
    fail "--critical-path of a form that is not read"
grep -q 'critical-path' "$folder/said" && [ ! -e "$folder/path.chrome" ] || fail "$(cat "$folder/said")"

# --- Names that would colour a terminal, and longer than it is wide ---
esc=$(printf '\033')
long=$(printf '%0150d' 7)
sed "s/\"work\"/\"wo	$esc[31mrk\"/; s/\"main\"/\"m$long\"/" "$cases/ring.trace" >"$folder/odd.trace"
for command in 'trace show' 'trace stats' 'replay --critical-path'; do
    "$fpredict" ${command% *} ${command#* } "$folder/odd.trace" >"$folder/said"
    grep -qF 'wo??[31mrk' "$folder/said" || fail "$command does not show the name: $(cat "$folder/said")"
    grep -qF "$esc" "$folder/said" && fail "$command writes an escape"
done
grep -q '^ .*  m0000000' "$folder/said" || fail "a long name is left out: $(cat "$folder/said")"
# Ranks that share a processor: 10 us, 20, 30; the path is on the last one, which the others kept from
# beginning for 30.
printf '%s\n' 'fpredict-trace 1' 'clock 1000000' 'rank 0 ""' 'rank 1 ""' 'rank 2 ""' 'region 0 user "f"' \
    '0 0 enter 0' '0 10 leave 0' '1 0 enter 0' '1 20 leave 0' '2 0 enter 0' '2 30 leave 0' >"$folder/shared.trace"
"$fpredict" replay "$folder/shared.trace" --machine cm5 --procs 1 --critical-path >"$folder/said"
grep -Eq '^ +60.0 µs +30.0 µs +30.0 µs +all' "$folder/said" || fail "$(cat "$folder/said")"
grep -q 'ranks share processors' "$folder/said" || fail "it is not said who had the processor"

# --- Other forms ---
mkdir "$folder/forms"
for form in chrome paje ti; do
    "$fpredict" trace convert "$cases/ring.trace" --as $form -o "$folder/forms/$form"
done
if command -v python3 >/dev/null; then
    # Three messages of 28, 28 and 26 us; all 15 regions end; times are microseconds.
    python3 - "$folder/forms/chrome" >"$folder/printed" <<'EOF'
import json, sys
events = json.load(open(sys.argv[1]))["traceEvents"]
starts = {e["id"]: e for e in events if e["ph"] == "s"}
ends = {e["id"]: e for e in events if e["ph"] == "f"}
assert starts.keys() == ends.keys()
print(sorted((starts[k]["tid"], ends[k]["tid"], ends[k]["ts"] - starts[k]["ts"]) for k in starts))
depth = {}
for e in events:
    if e["ph"] in "BE":
        depth[e["tid"]] = depth.get(e["tid"], 0) + (1 if e["ph"] == "B" else -1)
print(depth, sum(e["ph"] == "B" for e in events), max(e.get("ts", 0) for e in events))
EOF
    [ "$(cat "$folder/printed")" = "[(0, 1, 28), (1, 2, 28), (2, 0, 26)]
{0: 0, 1: 0, 2: 0} 15 403" ] || fail "Chrome's JSON says: $(cat "$folder/printed")"
fi
if command -v pj_dump >/dev/null; then
    pj_dump "$folder/forms/paje" >"$folder/printed"
    [ "$(grep -c '^Link' "$folder/printed")" = 3 ] || fail "pj_dump sees other messages"
    grep -q '^State, rank 1, region, 0.000141, 0.000241, 0.000100, 1.000000, work$' \
        "$folder/printed" || fail "pj_dump: rank 1 works from 141 to 241 us"
fi
if command -v vite >/dev/null; then
    QT_QPA_PLATFORM=offscreen vite -e "$folder/vite.svg" "$folder/forms/paje" \
        >/dev/null 2>"$folder/said"
    grep -q '^0 errors and 0 warnings' "$folder/said" || fail "vite: $(cat "$folder/said")"
fi
[ "$(grep -c compute "$folder"/forms/ti_files/rank-0.txt)" = 3 ] ||
    fail "rank 0 computes for 10 + 100, for 1 and for 2 us"
if command -v smpirun >/dev/null; then
    # A network that takes no time leaves the chain of what is computed: 110 us on rank 0, 100 on
    # rank 1, 90 + 1 on rank 2, then the barrier, and 3 after it.
    cat >"$folder/platform.xml" <<'EOF'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="h" suffix="" radical="0-2" speed="1Gf" bw="1000GBps" lat="0us"/>
</platform>
EOF
    printf 'h0\nh1\nh2\n' >"$folder/hosts"
    smpirun -np 3 -hostfile "$folder/hosts" -platform "$folder/platform.xml" \
        -replay "$folder/forms/ti" >"$folder/said" 2>&1 || fail "smpirun: $(cat "$folder/said")"
    grep -q 'Simulation time 0.000304' "$folder/said" || fail "smpirun: $(tail -1 "$folder/said")"
    # Sizes that differ from rank to rank: no message is longer than who gets it expects.
    {
        printf 'fpredict-trace 1\nclock 1000000000\n'
        printf 'rank %d ""\n' 0 1 2
        echo 'comm 0 "" 0 1 2'
        while read -r rank what bytes received; do
            echo "$rank 0 collective_begin"
            echo "$rank 0 collective_end $(echo "$what" | tr _ ' ' | sed 's/ /_/') comm 0 bytes $bytes received $received"
        done <<'EOF'
0 MPI_Gatherv_root_1 100000 0
0 MPI_Scatterv_root_2 0 10
0 MPI_Allgatherv 300000 300070
0 MPI_Alltoallv 500000 70
1 MPI_Gatherv_root_1 8 100031
1 MPI_Scatterv_root_2 0 90000
1 MPI_Allgatherv 60 300070
1 MPI_Alltoallv 17 500000
2 MPI_Gatherv_root_1 23 0
2 MPI_Scatterv_root_2 90017 7
2 MPI_Allgatherv 10 300070
2 MPI_Alltoallv 153 100
EOF
    } >"$folder/unequal.trace"
    "$fpredict" trace convert "$folder/unequal.trace" --as ti -o "$folder/unequal" 2>"$folder/said" ||
        fail "unequal sizes: $(cat "$folder/said")"
    smpirun -np 3 -hostfile "$folder/hosts" -platform "$folder/platform.xml" \
        -replay "$folder/unequal" >"$folder/said" 2>&1 || fail "smpirun: $(cat "$folder/said")"
    grep -q 'Simulation time' "$folder/said" && ! grep -q MPI_ERR "$folder/said" ||
        fail "smpirun: $(cat "$folder/said")"
fi

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
refuses 2 "as is for 'fpredict trace convert'" trace show "$cases/ring.trace" --as text
refuses 2 'takes what is one file' trace convert "$cases/ring.trace" --as ti -o -
refuses 2 'where shall the copy be written' trace convert "$cases/ring.trace"
refuses 1 'there is something of this name' trace convert "$cases/ring.trace" -o "$folder/ring"
refuses 1 'this folder has no traces.otf2' trace show "$folder"
refuses 1 'No such file' trace show "$folder/none"
"$fpredict" trace convert "$cases/ring.trace" --as ti -o "$folder/flops" >/dev/null
refuses 1 'has no times that recording' deperturb "$folder/flops" --overhead 1us
refuses 2 "'none.txt' is neither a time" deperturb "$cases/ring.trace" --overhead none.txt
printf '%s\n' 'fpredict-trace 1' 'clock 1000000' 'rank 0 a' 'rank 1 b' 'comm 0 world 0 1' \
    '0 1 collective_begin' >"$folder/stopped.trace"
refuses 1 'program was stopped there' replay "$folder/stopped.trace" --machine cm5

# --- Taking recording away ---
# The example's times are hand-made: with nothing to take away nothing changes.
"$fpredict" deperturb "$cases/ring.trace" --overhead 0us --as text -o "$folder/same.trace" >"$folder/said"
by_rank() {
    grep '^[0-9]' "$1" | sort -s -n -k1,1 # ranks come mixed, each in order
}
by_rank "$folder/back.trace" >"$folder/before"
by_rank "$folder/same.trace" | diff "$folder/before" - || fail "events move though recording takes no time"
grep -q 'as recorded  403 µs' "$folder/said" || fail "403 µs: $(cat "$folder/said")"
# Rank 1 asks, by the event that is given, from when on; rank 0 sends at 100.
asks_from() {
    printf '%s\n' 'fpredict-trace 1' 'clock 1000000' 'rank 0 a' 'rank 1 b' 'region 0 mpi "MPI_Probe"' \
        'region 1 mpi "MPI_Recv"' 'comm 0 world 0 1' '0 100 send to 1 comm 0 tag 7 bytes 8' \
        "1 $1 enter 0" '1 110 leave 0' '1 111 enter 1' '1 112 recv from 0 comm 0 tag 7 bytes 8' \
        '1 113 leave 1' >"$folder/asks.trace"
    COLUMNS=300 "$fpredict" deperturb "$folder/asks.trace" --overhead 0us >"$folder/said"
}
asks_from 10
grep -q '1 of 1 message was sent while its receiver looked for it' "$folder/said" || fail "$(cat "$folder/said")"
! grep -q 'asked for' "$folder/said" || fail "it was asked for by looking: $(cat "$folder/said")"
asks_from 105
grep -q '1 of 1 message was sent before it was asked for' "$folder/said" || fail "$(cat "$folder/said")"
! grep -q 'looked' "$folder/said" || fail "it was there when it was looked for: $(cat "$folder/said")"
sed '/ send to /d' "$folder/asks.trace" >"$folder/unsent.trace"
"$fpredict" trace stats "$folder/unsent.trace" 2>&1 | grep -q '1 message is received before anyone has sent it:' ||
    fail "it is not said that a message is not sent"
refuses 2 'what does recording an event take' deperturb "$cases/ring.trace"
refuses 2 "'6' is neither a time" deperturb "$cases/ring.trace" --overhead 6
refuses 2 "'io=6us' is of no class" deperturb "$cases/ring.trace" --overhead io=6us
refuses 2 "'newest'" deperturb "$cases/ring.trace" --overhead 6us --blind-receives newest
refuses 2 "is a number of bytes, 1 or more, not '4k'" deperturb "$cases/ring.trace" --overhead 6us --synchronous 4k

: >"$folder/nothing"
printf '# measured\n\n# on no machine\n' >"$folder/comments"
for file in nothing comments .; do
    refuses 2 "'$folder/$file' has no line of times" deperturb "$cases/ring.trace" --overhead "$folder/$file"
done
refuses 2 'one --machine' deperturb "$cases/ring.trace" --overhead 6us --machine cm5 --machine ncube2
refuses 2 'which? --machine' deperturb "$cases/ring.trace" --overhead 6us --param cube.communication.pieces.0.startup_us=1
refuses 2 'how is a rank started' train overhead
refuses 2 'reads no file' train overhead "$cases/ring.trace" --mpirun 'mpirun -n 1'

# A file of 'fpredict train overhead' is as good as its line; as JSON the same figures.
printf '# measured\n\nuser=1us,runtime=2us,message=500ns,collective=0us,access=0us,clock=0us\n' >"$folder/overhead"
"$fpredict" deperturb "$cases/ring.trace" --overhead "$folder/overhead" --format json >"$folder/file.json"
"$fpredict" deperturb "$cases/ring.trace" --overhead user=1us,runtime=2us,message=500ns --format json |
    diff - "$folder/file.json" || fail "a file of overheads"
grep -q '"schema": "fpredict/perturbation/1"' "$folder/file.json" || fail "no schema: $(cat "$folder/file.json")"
grep -q '"recorded": 0.000403,' "$folder/file.json" || fail "403 us: $(cat "$folder/file.json")"

# A machine's handshakes say which sends wait, unless --synchronous does; the iPSC/860's file has none. What is
# left is replayed, as `fpredict replay` has it.
for wanted in "star:16384:" "star:1:--synchronous 1" "ipsc860:0:"; do
    name=${wanted%%:*} options=${wanted##*:} bytes=${wanted#*:} machine=ipsc860
    bytes=${bytes%%:*}
    if [ "$name" = star ]; then
        machine=$folder/star.yaml
        cat "$cases/../../contention/star.network" "$cases/../../contention/node" >"$machine"
    fi
    # shellcheck disable=SC2086
    "$fpredict" deperturb "$cases/ring.trace" --overhead 1us --machine "$machine" $options --format json >"$folder/on.json"
    grep -q "\"sends_wait_from_bytes\": $bytes," "$folder/on.json" || fail "$wanted: $(cat "$folder/on.json")"
    rm -f "$folder/left.trace"
    # shellcheck disable=SC2086
    "$fpredict" deperturb "$cases/ring.trace" --overhead 1us --machine "$machine" $options --as text -o "$folder/left.trace" >/dev/null
    replayed=$("$fpredict" replay "$folder/left.trace" --machine "$machine" --format json | sed -n 's/^ *"time_s": \([0-9.e-]*\),*$/\1/p')
    grep -q "\"on_machine\": $replayed" "$folder/on.json" || fail "$wanted: $replayed in $(cat "$folder/on.json")"
done

# Rank 2 has sent before rank 1, whose work is recorded five times, without that after it; both are there when they
# are asked for, at 240.
cat >"$folder/any.trace" <<'END'
fpredict-trace 1
clock 1000000000
rank 0 ""
rank 1 ""
rank 2 ""
region 0 user "work"
region 1 mpi "MPI_Ssend"
comm 0 "world" 0 1 2
0 0 enter 0
0 250 leave 0
0 270 recv from 2 comm 0 tag 0 bytes 8 any_source
0 290 recv from 1 comm 0 tag 0 bytes 8 any_source
1 0 enter 0
1 11 leave 0
1 21 enter 0
1 31 leave 0
1 41 send to 0 comm 0 tag 0 bytes 8
2 0 enter 1
2 30 send to 0 comm 0 tag 0 bytes 8
2 265 leave 1
END
"$fpredict" deperturb "$folder/any.trace" --overhead 10ns --blind-receives fifo --as text -o "$folder/fifo.trace" >"$folder/said"
grep -q '2 receives have another message than in the trace' "$folder/said" || fail "orders: $(cat "$folder/said")"
grep -q '1 send waits for its receiver' "$folder/said" || fail "synchronous: $(cat "$folder/said")"
senders=$(sed -n 's/.* recv from \([0-9]*\) .*/\1/p' "$folder/fifo.trace" | tr '\n' ' ')
[ "$senders" = '1 2 ' ] || fail "not the oldest first: $senders"

# --- Drawings ---
"$fpredict" trace draw "$cases/ring.trace" -o "$folder/ring.svg"
if command -v xmllint >/dev/null; then
    xmllint --noout "$folder/ring.svg" || fail "the drawing is no XML"
fi
for word in 'rank 2' 'critical path' 'MPI_Barrier' '3 messages' 'time, µs' 'waiting 61.7 %'; do
    grep -q ">$word</text>" "$folder/ring.svg" || fail "the drawing does not say '$word'"
done
# However long the trace, the drawing has no more than its columns: 200,000 messages.
awk 'BEGIN {
    print "fpredict-trace 1\nclock 1000000000\nrank 0 \"\"\nrank 1 \"\""
    print "region 0 mpi \"MPI_Send\"\nregion 1 mpi \"MPI_Recv\"\ncomm 0 \"w\" 0 1"
    for (i = 0; i < 200000; i++) {
        t = i * 100
        print "0", t, "enter 0\n0", t + 10, "send to 1 comm 0 tag 1 bytes 8\n0", t + 20, "leave 0"
        print "1", t, "enter 1\n1", t + 50, "recv from 0 comm 0 tag 1 bytes 8\n1", t + 60, "leave 1"
    }
}' >"$folder/long.trace"
"$fpredict" trace draw "$folder/long.trace" -o "$folder/long.svg"
[ "$(wc -c <"$folder/long.svg")" -lt 300000 ] || fail "the drawing of a long trace is long"
grep -q '200,000 messages' "$folder/long.svg" || fail "the drawing does not count 200,000 messages"
"$fpredict" trace draw "$cases/ring.trace" --from 300us --to 0.4ms -o "$folder/part.svg"
grep -q 'of which 300 µs to 400 µs' "$folder/part.svg" ||
    fail "a part is not said to be one"
refuses 2 'where shall the drawing be written' trace draw "$cases/ring.trace"
refuses 2 'is no time' trace draw "$cases/ring.trace" -o x.svg --from 5
refuses 2 'nothing is between them' trace draw "$cases/ring.trace" -o x.svg --from 2s --to 1s
refuses 2 'are for .fpredict trace draw' trace show "$cases/ring.trace" --from 2s

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
# Links are shared where a machine states what they carry, but by one rule only.
grep -q '"links_are_shared": null' "$folder/whole.json" || fail "cm5 states no capacities of links"
cat "$cases/../../contention/star.network" "$cases/../../contention/node" >"$folder/star.yaml"
for rule in adapter:true posted:false; do
    "$fpredict" replay "$cases/ring.trace" --machine "$folder/star.yaml" --exchange "${rule%:*}" --format json \
        >"$folder/links.json"
    grep -q "\"links_are_shared\": ${rule#*:}" "$folder/links.json" ||
        fail "$rule: $(grep links_are "$folder/links.json")"
done
# A path that is no UTF-8 is written as JSON can say it.
odd="$folder/$(printf 'ring\377.trace')"
cp "$cases/ring.trace" "$odd"
"$fpredict" replay "$odd" --machine cm5 --format json >"$folder/odd.json" || fail "a path of any bytes"
grep -q '"trace": ".*ring.*\.trace"' "$folder/odd.json" || fail "no path: $(head -3 "$folder/odd.json")"
grep -v '"trace"' "$folder/odd.json" >"$folder/odd"
grep -v '"trace"' "$folder/whole.json" | diff - "$folder/odd" || fail "its figures differ"
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

# --- Two traces ---
"$fpredict" trace compare "$cases/ring.trace" "$folder/ring" >"$folder/said"
# Three messages, sent and received, and three ranks at a barrier; 15 regions begin and end.
grep -q 'Messages and collectives: the same on each rank, 9 events' "$folder/said" ||
    fail "a copy has other messages: $(cat "$folder/said")"
grep -q 'Regions: the same on each rank, 30 events' "$folder/said" || fail "or other regions"
# Rank 1 sends 8 bytes more, 40 us later.
sed 's/^1 243 send to 2 comm 0 tag 7 bytes 800/1 243 send to 2 comm 0 tag 7 bytes 808/
    s/^1 241 leave 1/1 201 leave 1/; s/^1 241 enter 2/1 201 enter 2/' \
    "$cases/ring.trace" >"$folder/other.trace"
"$fpredict" trace compare "$cases/ring.trace" "$folder/other.trace" >"$folder/said"
grep -q '1 of 3 ranks differ; first, event 2 of rank 1' "$folder/said" || fail "$(cat "$folder/said")"
grep -q 'A: it sends 800 bytes to rank 2, tag 7' "$folder/said" || fail "which message is not said"
grep -q 'B: it sends 808 bytes to rank 2, tag 7' "$folder/said" || fail "nor the other"
# work: 100 + 100 + 90 us on three ranks, without 40 of them.
grep -Eq '^ +work +96.7 µs +83.3 µs +-13.3 µs +-13.8 %' "$folder/said" || fail "$(cat "$folder/said")"
refuses 2 'which other trace' trace compare "$cases/ring.trace"
refuses 1 'has 2 ranks, and' trace compare "$cases/ring.trace" "$folder/long.trace"

# --- What a prediction follows ---
samples=$cases/../../../samples
"$fpredict" estimate "$samples/laplace/laplace.c" --procs 4 --set N=64 --set niter=5 \
    --format json --trace "$folder/followed.trace" --as text >"$folder/estimate"
# 2 x 2 processors: each sends an edge of 31 floats to each of two neighbours, five times.
grep -c ' isend ' "$folder/followed.trace" | grep -qx 40 || fail "not 40 messages are sent"
grep ' irecv from' "$folder/followed.trace" | grep -c 'bytes 124 ' | grep -qx 40 ||
    fail "not 40 messages of 124 bytes are received"
grep -c 'collective_end MPI_Allreduce' "$folder/followed.trace" | grep -qx 4 ||
    fail "not four processors add up"
# The trace ends with the prediction, to the picosecond.
ends_together() {
    awk '/^[0-9]/ && $2 > last { last = $2 } END { printf "%.0f\n", last }' "$1" >"$folder/last"
    sed -n 's/^ *"time_s": \([^,]*\),*$/\1/p' "$2" | head -1 | awk '{ printf "%.0f\n", $1 * 1e12 }' |
        diff - "$folder/last" || fail "$1 does not end with the prediction"
}
ends_together "$folder/followed.trace" "$folder/estimate"
# 2 x 4 processors have blocks of 64 x 32 doubles, 16,384 bytes, of which each row gathers 4 and each
# column 2: 2 x 8 are given, and 8 x 4 + 8 x 2 got, by whatever algorithm. Of a broadcast of one double
# the root gets nothing, as fpredict record has it.
"$fpredict" estimate "$samples/matmul/matmul.c" --procs 8 --set N=128 --trace "$folder/matmul.trace" \
    --as text >/dev/null 2>"$folder/said" || fail "matmul: $(cat "$folder/said")"
awk '$3 == "collective_end" {
         for (i = 5; i < NF; i++) {
             if ($i == "bytes") given[$4] += $(i + 1)
             if ($i == "received") got[$4] += $(i + 1)
         }
     }
     END { print given["MPI_Allgather"], got["MPI_Allgather"], given["MPI_Bcast"], got["MPI_Bcast"] }' \
    "$folder/matmul.trace" >"$folder/printed"
grep -qx '262144 786432 8 56' "$folder/printed" || fail "matmul gives and gets $(cat "$folder/printed")"
# Messages, started and waited for, posts and coarrays: whatever is sent is received as it is, and
# no earlier; each rank's clock runs forward.
for source in "$samples"/laplace/laplace_overlap.c "$samples"/multigrid/multigrid.c \
    "$samples"/finance/finance.c "$cases"/../../frontend/cases/tag_element.c; do
    "$fpredict" estimate "$source" --format json --trace "$folder/followed.trace" --as text \
        >"$folder/estimate" 2>"$folder/said" || fail "$source: $(cat "$folder/said")"
    ends_together "$folder/followed.trace" "$folder/estimate"
    awk -v source="$source" '
        !/^[0-9]/ { next }
        $2 < last[$1] { print source ": rank " $1 " goes back at " $2; exit }
        { last[$1] = $2 }
        $3 == "send" || $3 == "isend" {
            key = $1 " " $5 " " $9
            time[key, sent[key]] = $2; size[key, sent[key]++] = $11
        }
        $3 == "recv" || $3 == "irecv" {
            key = $5 " " $1 " " $9
            at[key, got[key]] = $2; had[key, got[key]++] = $11
        }
        END {
            for (key in sent) {
                if (sent[key] != got[key]) print source ": " key " is not received as often as sent"
                for (i = 0; i < sent[key]; i++)
                    if (at[key, i] < time[key, i] || had[key, i] != size[key, i])
                        print source ": message " i " of " key
            }
            for (key in got) if (!(key in sent)) print source ": " key " is received and not sent"
        }' "$folder/followed.trace" >"$folder/printed"
    [ ! -s "$folder/printed" ] || fail "$(cat "$folder/printed")"
done
# What is cut off is said, and the trace still ends with the prediction, in a region of its own.
"$fpredict" estimate "$samples/laplace/laplace.c" --procs 4 --set N=64 --format json \
    --trace "$folder/cut.trace" --as text --trace-limit 500 >"$folder/estimate" 2>"$folder/said"
grep -q "has the first 500 events" "$folder/said" || fail "it is not said that events are left out"
grep -q 'left out' "$folder/cut.trace" || fail "the trace does not say that events are left out"
ends_together "$folder/cut.trace" "$folder/estimate"
"$fpredict" trace show "$folder/cut.trace" >/dev/null || fail "a trace that is cut cannot be read"
refuses 1 'a trace is of one prediction' estimate "$samples/laplace/laplace.c" --procs 2,4 \
    --trace "$folder/two"
refuses 1 'it has 3 ranks, and 4 processors are asked for' replay "$cases/ring.trace" --procs 4
refuses 2 'as is the form of --trace' estimate "$samples/laplace/laplace.c" --as text
refuses 2 'trace-limit is of --trace' estimate "$samples/laplace/laplace.c" --trace-limit 5
# Forms that want all ranks in the order of time get them so, whoever writes: what the archive of the
# same, converted, has, but for the name of the trace.
writes_sorted() {
    rm -rf "$folder/sorted" "$folder/archive" "$folder/converted"
    TMPDIR=$folder/spare "$fpredict" "$@" "$folder/sorted" --as paje >/dev/null 2>"$folder/said" ||
        fail "$* as paje: $(cat "$folder/said")"
    "$fpredict" "$@" "$folder/archive" >/dev/null 2>&1
    "$fpredict" trace convert "$folder/archive" --as paje -o "$folder/converted" 2>/dev/null
    [ -z "$(ls "$folder/spare")" ] || fail "$1 leaves files: $(ls "$folder/spare")"
    sed 's/^\(5 [0-9.]* p P 0\) .*/\1/' "$folder/converted" >"$folder/expected"
    sed 's/^\(5 [0-9.]* p P 0\) .*/\1/' "$folder/sorted" | diff - "$folder/expected" >/dev/null ||
        fail "$1 --as paje is not its archive, converted"
    awk '$1 > 6 { if ($2 < last) exit 1; last = $2 }' "$folder/sorted" || fail "$1: not in order"
}
writes_sorted estimate "$samples/laplace/laplace.c" --procs 4 --set N=64 --trace
writes_sorted replay "$cases/ring.trace" --machine cm5 -o
writes_sorted deperturb "$cases/ring.trace" --overhead 1us -o
refuses 2 'is a number of events' estimate "$samples/laplace/laplace.c" --trace x --trace-limit 0
