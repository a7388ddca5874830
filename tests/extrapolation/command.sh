#!/bin/sh
# fpredict extrapolate: what it prints and writes, and what it refuses.
#
#   command.sh FPREDICT FOLDER
set -eu
fpredict=$1 ring=$2/cases/ring.trace
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# --- On the CM-5, by hand ---
# Barriers as in table 1, read as microseconds: entered at 5, the master looks at 7, 17 released, 22.
# Messages: 1.6 to make, a port for 10 + 0.118 n, 1.7 to take. Thread 0 computes until 122, and has
# its request at its owner at 133.6; served in 1.7 + 1.6 until 136.9; the answer of 8 bytes is there at
# 147.844 and taken at 149.544. It computes 200 more, and is asked meanwhile: 3.3 longer. Thread 1
# computes until 222 and is asked meanwhile, 225.3; then it is as with thread 0: 252.844, and 200 more.
# It is at the barrier at 452.844: 5, then thread 0, which entered before, at 149.544 + 203.3 + 5 =
# 357.844, looks at 357.844 + 2 k: 457.844 is one. 10, and 5 to leave; thread 1 looks at 467.844.
"$fpredict" extrapolate "$ring" --machine cm5 --as text -o "$folder/out.trace" >"$folder/said"
by_rank() {
    grep '^[0-9]' "$1" | sort -s -n -k1,1 | cut -d' ' -f1-3
}
by_rank "$folder/out.trace" >"$folder/found"
cat >"$folder/expected" <<'END'
0 0 collective_begin
0 22000 collective_end
0 22000 enter
0 149544 get
0 352844 get
0 352844 leave
0 352844 collective_begin
0 472844 collective_end
1 0 collective_begin
1 22000 collective_end
1 22000 enter
1 252844 get
1 452844 get
1 452844 leave
1 452844 collective_begin
1 472844 collective_end
END
diff "$folder/expected" "$folder/found" || fail "the trace differs"
tr '\n' ' ' <"$folder/said" | # the path may break the line anywhere
    grep -q '2 threads on 2 processors of cm5: 473 µs, a speed-up of 1.48' ||
    fail "700 / 472.844 = 1.48: $(cat "$folder/said")"
# Thread 1 is last at the last barrier: the path is its own. It computes 200 and 200; the rest, 22 + 30.844
# + 20, is its barriers and its access.
"$fpredict" extrapolate "$ring" --machine cm5 --critical-path --format json |
    tr -d ' \n' >"$folder/path"
grep -q '"critical_path":{"rank":1,"time_s":0.000472844,"waits":0,"breakdown_s":{"computing_s":0.0004,"communicating_s":7.2844[0-9]*e-05,"messages_s":0,"collectives_s":0,"elsewhere_s":0}' \
    "$folder/path" || fail "the critical path: $(cat "$folder/path")"
grep -q '2 (50.0 %)' "$folder/said" || fail "two of four accesses are remote"

# --- The forms of a copy have the same events ---
"$fpredict" extrapolate "$ring" --machine cm5 -o "$folder/otf2" >/dev/null
"$fpredict" trace convert "$folder/otf2" --as text -o "$folder/back.trace"
by_rank "$folder/back.trace" | diff "$folder/found" - || fail "the copy as OTF2 differs"
"$fpredict" extrapolate "$folder/otf2" --machine cm5 >/dev/null || fail "OTF2 is no recording"

# --- JSON ---
"$fpredict" extrapolate "$ring" --machine cm5 --format json >"$folder/json"
for text in '"schema": "fpredict/extrapolation/1"' '"time_s": 0.000472844' '"sequential_s": 0.0007' \
    '"breakdown_s": {"computing_s": 0.00035,' '{"rank": 1, "processor": 1, "time_s": 0.000472844' \
    '{"name": "sweep", "file": "ring.c", "line": 7, "calls": 2'; do
    grep -qF "$text" "$folder/json" || fail "not in JSON: $text"
done

# --- What if ---
extrapolated() {
    "$fpredict" extrapolate "$ring" --machine cm5 --format json "$@" |
        sed -n 's/^  "time_s": \([^,]*\),/\1/p'
}
in=cube.communication.extrapolation
# Without interrupts thread 1 serves when it waits itself, from 223.6 on: 226.9. Its port has its own
# request until 233.6; then the answer, 244.544, and thread 0 goes on at 246.244. That one serves from
# 233.6 on, and thread 1 goes on at 249.544. They come at 446.244 and 449.544, are in at 451.244 and
# 454.544; thread 0 looks at 451.244 + 2 k: 455.244, and releases at 465.244; thread 1 looks at
# 454.544 + 2 k: 466.544, and leaves at 471.544.
[ "$(extrapolated --param $in.requests=no_interrupt)" = 0.000471544 ] ||
    fail "without interrupts: $(extrapolated --param $in.requests=no_interrupt)"
# A hardware barrier of 4 µs: 5 + 4 + 5 = 14 for the first; then as above, 8 earlier: 444.844, 5, 4, 5.
[ "$(extrapolated --param $in.barrier=hardware --param $in.barrier_model_us=4)" = 0.000458844 ] ||
    fail "a hardware barrier: $(extrapolated --param $in.barrier=hardware --param $in.barrier_model_us=4)"
# Twice as fast: thread 0 asks at 72, is served from 83.6 to 86.9. That holds thread 1 up: it asks at
# 125.3, has its answer at 152.844, comes at 252.844, and all are through 20 later.
[ "$(extrapolated --speed 2)" = 0.000272844 ] || fail "twice as fast: $(extrapolated --speed 2)"
"$fpredict" extrapolate "$ring" --machine cm5 --procs 1 | tr '\n' ' ' |
    grep -q '2 threads on 1 processor of cm5' ||
    fail "one processor"
# On one processor no region is faster than that: none has a speed-up there; the whole has 1 at most.
"$fpredict" extrapolate "$ring" --machine cm5 --procs 1 --format json >"$folder/one.json"
[ "$(grep -c '"speed_up"' "$folder/one.json")" = 1 ] || fail "a region on one processor has a speed-up"
[ "$(grep -c '"speed_up"' "$folder/json")" = 2 ] || fail "a region on two processors has none"
"$fpredict" extrapolate "$ring" --machine cm5 --procs 1 | grep -q 'speed-up  ' &&
    fail "the table of one processor has speed-ups"

# A machine has as many nodes as there are threads, or processors: 1,024 threads, each computes 3 µs and reads
# what it owns.
awk 'BEGIN {
    print "fpredict-trace 1\nclock 1000000"
    for (i = 0; i < 1024; i++)
        print "rank", i, "\"\""
    print "region 0 user \"work\""
    printf "comm 0 \"all\""
    for (i = 0; i < 1024; i++)
        printf " %d", i
    print ""
    for (i = 0; i < 1024; i++)
        print i, "0 enter 0\n" i, "3 get from", i, "comm 0 bytes 8\n" i, "3 leave 0"
}' >"$folder/wide.trace"
"$fpredict" extrapolate "$folder/wide.trace" >"$folder/said" || fail "1,024 threads on ipsc860"
tr '\n' ' ' <"$folder/said" | grep -q '1,024 threads on 1,024 processors of ipsc860: 3.00 µs' ||
    fail "1,024 threads: $(cat "$folder/said")"
"$fpredict" extrapolate "$folder/wide.trace" --procs 512 | tr '\n' ' ' |
    grep -q 'on 512 processors of ipsc860: 6.00 µs' || fail "two threads each: 6 µs"

# Half the bandwidth: a byte keeps a port 2 x 0.118 µs.
COLUMNS=120 "$fpredict" machines --show cm5 --scale bandwidth=0.5 |
    grep -q 'interface_per_byte  *0.236 µs' || fail "--scale bandwidth leaves interface_per_byte as it is"

# --- What is refused ---
refuses() {
    code=$1 expected=$2
    shift 2
    status=0
    "$fpredict" "$@" >/dev/null 2>"$folder/said" || status=$?
    [ "$status" = "$code" ] || fail "'$*' ends with $status, not $code"
    grep -q "$expected" "$folder/said" || fail "'$*' does not say '$expected': $(cat "$folder/said")"
}
refuses 2 'which trace' extrapolate
refuses 2 'choose one --machine' extrapolate "$ring" --machine cm5 --machine t3e
refuses 2 "'0' is no ratio" extrapolate "$ring" --speed 0
refuses 2 "'mpi=2' is of no class" extrapolate "$ring" --speed mpi=2
refuses 2 'a number of processors' extrapolate "$ring" --procs 2x1
refuses 2 'text or json here' extrapolate "$ring" --format csv
refuses 2 "takes what is one file" extrapolate "$ring" -o -
refuses 1 'it has 2 threads, and 4 processors are asked for' extrapolate "$ring" --procs 4
refuses 1 "'fpredict replay' plays" extrapolate "$2/../trace/cases/ring.trace"
refuses 1 "say 'poll_every_us', too" extrapolate "$ring" --machine cm5 --param $in.requests=poll
# A trace that ends too early: nothing is written.
head -n -5 "$folder/back.trace" | sed "1s/2\$/1/" >"$folder/short.trace"
refuses 1 'rank 1 ends inside a barrier\|comes to' extrapolate "$folder/short.trace" -o "$folder/none"
[ ! -e "$folder/none" ] || fail "something is written of a trace that cannot be extrapolated"
# A machine whose file says nothing of it.
"$fpredict" extrapolate "$ring" --machine t3e | tr '\n' ' ' |
    grep -q 'Messages cost what those of single elements' ||
    fail "t3e says nothing of remote accesses"
