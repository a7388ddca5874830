#!/bin/sh
# Runs the training set on a simulated machine: the same bytes each time, and
# the platform's own figures come out.
#
#   run_smpi.sh ROOT SMPICC SMPIRUN FPREDICT_FIT
set -eu
root=$1 smpicc=$2 smpirun=$3 fit=$4
if [ "$smpicc" = none ]; then
    echo "skipped: SimGrid's SMPI is not installed"
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

# Eight hosts on a star: a message passes two links, so its latency is 50 us.
cat >star.xml <<'END'
<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="star" prefix="node-" suffix="" radical="0-7" speed="1Gf" bw="125MBps" lat="25us"/>
</platform>
END
train() {
    timeout 300 "$smpirun" -np 6 -platform star.xml --log=root.thres:warning \
        --cfg=smpi/simulate-computation:no --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:0:1 \
        --cfg=network/weight-S:0 --cfg=network/crosstraffic:0 --cfg=network/TCP-gamma:0 \
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
