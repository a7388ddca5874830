#!/bin/sh
# Runs the training set on a simulated machine: the same bytes each time, and
# the platform's own figures come out.
#
#   run_smpi.sh ROOT SMPICC SMPIRUN FPREDICT_FIT
set -eu
root=$1 smpicc=$2 smpirun=$3 fit=$4
. "$root/tests/training/simulated.sh"

# Eight hosts on a star: a message passes two links, so its latency is 50 us.
star 8 125MBps 25us
train() {
    timeout 300 "$smpirun" -np 6 -platform star.xml $as_stated --log=root.thres:warning \
        ./fpredict-train "$@" >said 2>&1
}

"$smpicc" -O2 -Wall -Wextra -Werror -I "$root" "$root"/training/*.c -lm -o fpredict-train \
    >said 2>&1 || fail "it does not compile"
train --quick -o a.raw || fail "it does not run"
grep -q 'time is simulated: operations and memory' said || fail "it does not say what is left out"
grep -q '^computation	not measured: time is simulated' a.raw || fail "the header does not say it"
train --quick -o b.raw || fail "it does not run again"
for file in a b; do
    sed 's/^date	.*/date	one/' $file.raw >$file.same
done
cmp a.same b.same || fail "two runs differ"

# A message of n bytes: 50 us + (n + 16) / 125 MB/s, as SMPI adds 16 bytes; one there
# and one back, and the clock's own 10 ns. A flop: 1 ns. A shift is a message
# in each direction at the same time.
awk -F '\t' '
    function near(what, got, wanted) {
        n++
        if (got < wanted * 0.9999 || got > wanted * 1.0001) {
            printf "%s takes %.9g s, not %.9g\n", what, got, wanted
            bad = 1
        }
    }
    /^pingpong	ranks/ {
        near($1 " " $2, ($7 - 1e-8) / ($4 * 2), 50e-6 + ($6 + 16) / 125e6)
        pingpongs++
    }
    /^shift	/ { near($1 " " $2, $7 / $4, 50e-6 + ($6 + 16) / 125e6 + 1e-8) }
    /^flop.injected	-/ { near($1, ($7 - 1e-8) / $4 / 1e6, 1e-9) }
    END { exit bad || n < 20 || pingpongs < 15 }' a.raw >said || fail "the platform's figures"

# Ended while further sizes were measured round a switch of protocols (SMPI's is at 64 KiB), it goes
# on with the same ones: each kernel has each of them in the end, and none is new.
measured() {
    sed '1,/^columns/d' "$1" | grep -v '^#' | cut -f 1-3 | sort
}
further() {
    timeout 300 "$smpirun" -np 2 -platform star.xml --log=root.thres:warning \
        --cfg=smpi/simulate-computation:no ./fpredict-train "$@" >said 2>&1
}
further --list || fail "the list for two ranks"
points=$(grep -c '	' said)
further -o whole.raw || fail "two ranks"
measured whole.raw >wanted
[ "$(wc -l <wanted)" -gt $((points + 10)) ] || fail "no switch was looked for"
for more in 1 7 8; do
    { sed '/^columns/q' whole.raw; sed '1,/^columns/d' whole.raw | head -n $((points + more)); } >ended.raw
    further -o ended.raw || fail "two ranks go on"
    measured ended.raw >got
    cmp -s wanted got || fail "ended after $more further measurements: $(diff wanted got | head -5)"
done

# The fit finds them again: one line for messages of any size, 50 us + 16 bytes,
# and 8 ns a byte, within 0.1 %, and no function of any kernel is further off.
if [ "$fit" = none ]; then
    echo "the fit was not built, and is not tested"
    exit 0
fi
"$fit" a.raw >said 2>&1 || fail "the fit"
awk '
    /^pingpong ranks=2 partner=1/ { inside = 1; curves++; next }
    /^$/ { inside = 0 }
    inside && /^    from/ {
        pieces++
        if (!/^    from  *0 bytes  *50.1 µs .* 8.00 ns/) { print "another line: " $0; bad = 1 }
    }
    /at worst \(/ {
        n++
        for (i = 2; i <= NF; i++)
            if ($i == "%" && $(i + 1) == "at" && $(i - 1) > 0.1) { print "far off: " $0; bad = 1 }
    }
    END { exit bad || curves != 1 || pieces != 1 || n < 10 }' said >judged || {
    cat judged
    fail "the fit of the platform"
}
"$fit" --kernel flop.injected a.raw >said || fail "points"
grep -q '^flop.injected  *1.00 ms' said || fail "the point of a kernel"
sed '$s/	[0-9.e-]*$/	much/' a.raw >c.raw
if "$fit" c.raw >said 2>&1; then fail "changed data were fitted"; fi
grep -q "c.raw:[0-9]*: 'much' is no time in seconds" said || fail "changed data"

# The machine of the star: 0.128 us (16 bytes) and 0.008 us a byte occupied, 50 us
# of latency, one switch; and a machine file needs a node, which was not measured.
if "$fit" a.raw -o none.yaml >said 2>&1; then fail "a machine without a node"; fi
grep -q 'a.raw: time was simulated, .*--node-of' said || fail "a machine without a node: why"
[ ! -e none.yaml ] || fail "a machine without a node was written"
"$fit" a.raw --node-of "$root/sysmodels/machines/ipsc860.yaml" -o star.yaml >said 2>&1 ||
    fail "the star's machine"
[ "$(wc -c <star.yaml)" -le 65536 ] || fail "the machine file is too large"
# piece FILE NUMBER: its values, as "startup per_byte latency"
piece() {
    awk -v wanted="$2" '
        /^ *pieces:/ && !seen { seen = inside = 1; next }
        inside && /^ *collectives:/ { inside = 0 }
        inside && /^ *- / { n++; sub(/- /, "") }
        inside && n == wanted {
            split($0, part, /value: |,/)
            sub(/^ */, "", $1)
            value[$1] = part[2] + 0
        }
        END {
            print value["startup_us:"], value["per_byte_us:"], value["latency_us:"],
                  value["latency_per_hop_us:"] + 0, value["latency_per_byte_us:"] + 0
        }' "$1"
}
# near FILE NUMBER STARTUP PER_BYTE LATENCY PER_HOP LATENCY_PER_BYTE: within 1 %, or a picosecond
# of nothing, which is the rounding of a clock that has gone for long
near() {
    piece "$1" "$2" >got
    shift 2
    echo "$@" | awk '
        NR == FNR { for (i = 1; i <= 5; i++) got[i] = $i; next }
        { for (i = 1; i <= 5; i++) if (got[i] < $i * 0.99 || got[i] > $i * 1.01 + 1e-6) bad = 1 }
        END { exit bad }' got - || fail "piece: $(cat got), not $*"
}
near star.yaml 1 0.128 0.008 50 0 0
grep -q 'topology: {value: switch' star.yaml || fail "the star's topology"
grep -q 'exchange: {value: posted' star.yaml || fail "the star's exchange"

# A star on which messages go at once below 5,000 bytes, wait for their receivers from there, and keep
# their senders from 50,000 on: neither is a size of the plan's, nor does a round trip jump there.
overheads='0:1e-6:1e-10;20000:2e-6:0'
timeout 300 "$smpirun" -np 4 -platform star.xml $as_stated --log=root.thres:warning \
    "--cfg=smpi/os:$overheads" "--cfg=smpi/ois:$overheads" "--cfg=smpi/or:$overheads" \
    --cfg=smpi/async-small-thresh:5000 --cfg=smpi/send-is-detached-thresh:50000 \
    --cfg=smpi/alltoall:basic_linear --cfg=smpi/allreduce:rdb --cfg=smpi/bcast:binomial_tree \
    --cfg=smpi/reduce:binomial --cfg=smpi/barrier:ompi_recursivedoubling \
    ./fpredict-train -o fetched.raw >said 2>&1 || fail "the star that fetches"
"$fit" fetched.raw --node-of "$root/sysmodels/machines/ipsc860.yaml" -o fetched.yaml >said 2>&1 ||
    fail "the machine of the star that fetches"
grep -q 'exchange: {value: adapter' fetched.yaml || { cat said; fail "the rule of the star that fetches"; }
awk -F 'value: |,' '
    /^ *(send_)?pieces:/ { lists++; said_fetch = said_handshake = 0 }
    /from_bytes: \{/ { from = $2 }
    /fetch_us:/ && !said_fetch++ { fetch[lists] = from }
    /handshake_us:/ && !said_handshake++ { handshake[lists] = from }
    END {
        for (k = 1; k <= 2; k++)
            if (fetch[k] < 4950 || fetch[k] > 5050 || handshake[k] < 49500 || handshake[k] > 50500) {
                print "list " k ": fetched from " fetch[k] ", with a handshake from " handshake[k]
                bad = 1
            }
        exit bad || lists < 2
    }' fetched.yaml >judged || { cat judged; fail "the sizes from which messages wait"; }

# A hypercube of 8 nodes: 11 us a dimension, 2.5 MB/s, and a sender that is busy for
# 76 us with messages below 100 bytes, and 136 us with others, while bytes pass. So
# n bytes occupy max(76, 0.4 (n + 16)), and take 76 + 11 h + 0.4 (n + 16).
awk 'BEGIN {
    print "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">"
    print "<platform version=\"4.1\">\n<zone id=\"cube\" routing=\"Full\">"
    for (i = 0; i < 8; i++) {
        printf "<host id=\"node-%d\" speed=\"1Mf\"/>\n", i
        printf "<link id=\"up-%d\" bandwidth=\"2.5MBps\" latency=\"0\"/>\n", i
        printf "<link id=\"down-%d\" bandwidth=\"2.5MBps\" latency=\"0\"/>\n", i
        for (k = 1; k < 8; k *= 2)
            printf "<link id=\"l-%d-%d\" bandwidth=\"2.5MBps\" latency=\"11us\"/>\n", i, k
    }
    for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++) {
            if (i == j)
                continue
            printf "<route src=\"node-%d\" dst=\"node-%d\" symmetrical=\"NO\">", i, j
            printf "<link_ctn id=\"up-%d\"/>", i
            at = i
            for (k = 1; k < 8; k *= 2) {
                here = int(at / k) % 2
                there = int(j / k) % 2
                if (here == there)
                    continue
                printf "<link_ctn id=\"l-%d-%d\"/>", at, k
                at += here ? -k : k
            }
            printf "<link_ctn id=\"down-%d\"/></route>\n", j
        }
    print "</zone></platform>"
}' >cube.xml
seq 0 7 | sed 's/^/node-/' >hosts
overheads='0:76e-6:0;99:136e-6:0' # SMPI: more than 99 bytes
timeout 300 "$smpirun" -np 8 -platform cube.xml -hostfile hosts $as_stated --log=root.thres:warning \
    "--cfg=smpi/os:$overheads" "--cfg=smpi/ois:$overheads" --cfg=smpi/alltoall:basic_linear \
    --cfg=smpi/allreduce:rdb --cfg=smpi/bcast:binomial_tree --cfg=smpi/reduce:binomial \
    --cfg=smpi/barrier:ompi_recursivedoubling ./fpredict-train -o cube.raw >said 2>&1 ||
    fail "the cube"
"$fit" cube.raw --node-of "$root/sysmodels/machines/ipsc860.yaml" -o cube.yaml >said 2>&1 ||
    fail "the cube's machine"
grep -q 'topology: {value: hypercube' cube.yaml || fail "the cube's topology"
near cube.yaml 1 76 0 6.4 11 0.4
near cube.yaml 2 136 0 6.4 11 0.4
# The switch is no size of the plan's; further sizes were measured to find it.
grep -q 'from_bytes: {value: 100,' cube.yaml || fail "the switch at 100 bytes"
awk '/^(pingpong|stream|exchange|shift) / && NF && $3 != "" {
         n++
         for (i = 2; i < NF; i++)
             if ($(i + 1) == "%" && $i != "<" && $i > 1) { print; bad = 1 }
     }
     END { exit bad || n < 4 }' said || fail "the cube: predicted and measured"

# A fat tree of 16 nodes, four at a lowest switch: 1 GB/s and 1 us a link, so 2 us
# between nodes of one switch and 4 us else, 1 us a switch; and 16 ns of SMPI's bytes.
cat >tree.xml <<'END'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="tree" prefix="node-" suffix="" radical="10-25" speed="1Gf" bw="1GBps" lat="1us"
           topology="FAT_TREE" topo_parameters="2;4,4;1,4;1,1" sharing_policy="SPLITDUPLEX"/>
</platform>
END
timeout 300 "$smpirun" -np 16 -platform tree.xml $as_stated --log=root.thres:warning \
    --cfg=smpi/alltoall:basic_linear --cfg=smpi/allreduce:rdb --cfg=smpi/bcast:binomial_tree \
    --cfg=smpi/reduce:binomial --cfg=smpi/barrier:ompi_recursivedoubling \
    ./fpredict-train --quick -o tree.raw >said 2>&1 || fail "the tree"
"$fit" tree.raw --node-of "$root/sysmodels/machines/ipsc860.yaml" -o tree.yaml >said 2>&1 ||
    fail "the tree's machine"
grep -q 'topology: {value: fat_tree' tree.yaml || fail "the tree's topology"
grep -q 'arity: {value: 4,' tree.yaml || fail "the tree's arity"
near tree.yaml 1 0.016 0.001 1 1 0

# A torus of 2 x 4 nodes, joined to each neighbour by links of their own: 1 GB/s and 1 us each, so that
# a node sends to both sides at once, and rank 4 is a link off, and 7 two. SimGrid numbers nodes
# along the first side first.
cat >torus.xml <<'END'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="torus" prefix="node-" suffix="" radical="10-17" speed="1Gf" bw="1GBps" lat="1us"
           topology="TORUS" topo_parameters="4,2" sharing_policy="SPLITDUPLEX"/>
</platform>
END
timeout 300 "$smpirun" -np 8 -platform torus.xml $as_stated --log=root.thres:warning \
    --cfg=smpi/os:0:0.5e-6:0.1e-9 --cfg=smpi/ois:0:0.5e-6:0.1e-9 --cfg=smpi/or:0:0.5e-6:0.1e-9 \
    --cfg=smpi/send-is-detached-thresh:8192 --cfg=smpi/async-small-thresh:8192 \
    --cfg=smpi/alltoall:basic_linear --cfg=smpi/allreduce:rdb --cfg=smpi/bcast:binomial_tree \
    --cfg=smpi/reduce:binomial --cfg=smpi/barrier:ompi_recursivedoubling \
    ./fpredict-train -o torus.raw >said 2>&1 || fail "the torus"
"$fit" torus.raw --node-of "$root/sysmodels/machines/ipsc860.yaml" -o torus.yaml >said 2>&1 ||
    fail "the torus's machine"
for value in 'topology: {value: torus' 'exchange: {value: adapter' 'side_1: {value: 2,' \
    'side_2: {value: 4,' 'ports: {value: 4,'; do
    grep -q "$value" torus.yaml || { cat said; fail "the torus has not '$value'"; }
done

# The cluster that is shipped: what its machine predicts is within 3 % of each median of each
# kernel, on numbers of ranks that are no powers of two as well.
platforms=$root/training/platforms
timeout 300 "$smpirun" -np 6 -platform "$platforms/cluster.xml" $(cat "$platforms/cluster.options") \
    ./fpredict-train -o cluster.raw >said 2>&1 || fail "the cluster"
"$fit" cluster.raw --node-of "$platforms/node.yaml" -o cluster.yaml >said 2>&1 ||
    fail "the cluster's machine"
awk '/^predicted and measured/ { inside = 1; next }
     inside && NF > 4 {
         n++
         for (i = 2; i <= NF; i++)
             if ($i == "%" && $(i - 1) > 3) { print "far off: " $0; bad = 1 }
     }
     END { exit bad || n < 14 }' said >judged || {
    cat judged
    fail "the cluster: predicted and measured"
}
