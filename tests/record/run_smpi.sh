#!/bin/sh
# fpredict record of programs that are simulated (SimGrid's SMPI), which the library is linked into.
#
#   run_smpi.sh ROOT FPREDICT SMPICC SMPIRUN
set -eu
root=$1 fpredict=$2 smpicc=$3 smpirun=$4
if [ "$smpicc" = none ]; then
    echo "skipped: SMPI is not installed"
    exit 77
fi
here=$root/tests/record
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export XDG_CACHE_HOME=$work/cache

fail() {
    echo "FAILED: $*"
    [ ! -s said ] || tail -n 40 said
    exit 1
}
. "$here/counted.sh"

cat >star.xml <<END
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="node-" radical="0-3" suffix="" speed="1Gf" bw="125MBps" lat="50us"/>
</platform>
END
run="$smpirun -np 4 -platform star.xml --log=root.thres:warning"

"$fpredict" record --compile -- "$smpicc" -O1 -w "$here/calls.c" -o calls >said 2>&1 || fail "--compile"
"$fpredict" record -o calls.d -- $run ./calls >out 2>said || fail "a simulated program"
is_as_counted calls.d out

# In two steps, as build systems do.
"$fpredict" record --compile -- "$smpicc" -O1 -c "$here/regions.c" -o regions.o >said 2>&1 || fail "-c"
"$fpredict" record --compile -- "$smpicc" regions.o -o regions >said 2>&1 || fail "the link"
"$fpredict" record -o regions.d -- $run ./regions compute >out 2>said || fail "regions"
"$fpredict" trace convert regions.d --as text -o regions.text
computes regions.text
# The clock is the simulated one: a barrier of four hosts 100 us apart (two links of 50) takes two
# messages one after the other, and no more than a few of them.
awk '$1 == "region" && $4 == "\"MPI_Barrier\"" { barrier = $2 }
     $1 == 3 && $4 == barrier && $3 == "enter" { begun = $2; n++ }
     $1 == 3 && $4 == barrier && $3 == "leave" && n == 2 { print ($2 - begun) / 1000 }' regions.text >took
awk '$1 < 1000 { exit 1 }' took && fail "rank 3 computes last, and waits for nobody for $(cat took) us"
awk '$1 < 100 || $1 > 5000 { exit 1 }' took || fail "a barrier of $(cat took) us"

# By the compiler's option: what is simulated takes no library when it starts.
"${fpredict%/*}/fpredict-cc" "$smpicc" -O1 -w -fpredict-record-loops -fpredict-record-functions=find,search \
    "$here/marks.c" -o marks >said 2>&1 || fail "-fpredict-record-loops"
"$fpredict" record -o marks.d -- $run ./marks >out 2>said || fail "a program that is marked"
"$fpredict" trace convert marks.d --as text -o marks.text
has_marks marks.text

# A program that has it not.
"$smpicc" -O1 -w "$here/calls.c" -o plain
status=0
"$fpredict" record -o plain.d -- $run ./plain >out 2>said || status=$?
[ $status = 1 ] && grep -q 'fpredict record --compile -- smpicc' said || fail "a program without it"
