#!/bin/sh
# What fpredict train fit makes of raw data of a compiler that are worked out by hand, on a machine on
# which that is easy: nothing is measured.
#
#   run_profile_fit.sh ROOT FPREDICT
set -eu
root=$1 fpredict=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset FPREDICT_COMPILERS FPREDICT_MACHINES

fail() {
    echo "FAILED: $*"
    [ ! -s said ] || cat said
    exit 1
}
wants() {
    code=$1 text=$2
    shift 2
    status=0
    timeout 300 "$fpredict" train "$@" >said 2>&1 || status=$?
    [ "$status" -eq "$code" ] || fail "exit code $status, not $code: train $*"
    grep -q -e "$text" said || fail "it does not say '$text': train $*"
}
has() {
    grep -q -e "$2" "$1" || { cat "$1"; fail "$1 does not have '$2'"; }
}
lacks() {
    ! grep -q -e "$2" "$1" || { cat "$1"; fail "$1 has '$2'"; }
}

# A message of n bytes occupies 10 + 0.01 n us, and comes 50 us later. An element that is copied costs
# a load, a store and a loop iteration: 2 + 1 + 4 clocks of 25 ns.
sed -e 's/startup_us: {value: 0/startup_us: {value: 10/' \
    -e 's/per_byte_us: {value: 0/per_byte_us: {value: 0.01/' -e 's/^name: plain/name: hand/' \
    "$root/tests/codegen/plain.yaml" >hand.yaml

# The neighbours of halo_rows and halo_columns, n elements of 8 bytes to each, o a call, c the copies
# of a message on one side, occ and lat as above. Every processor pays o for each message that it sends
# and that it receives. With two processors each has one neighbour, with four the inner ones have two,
# and they are what all wait for:
#
#   posted, 2:  2 o + occ + lat + 2 c        what is sent and received passes at the same time
#   posted, 4:  4 o + 2 occ + lat + 4 c
#   phased, 2:  2 (o + occ + lat + c) + o'   up, and only then down: who has received sends. o' is 0
#   phased, 4:  4 o + 2 (occ + lat) + 4 c    each direction is an exchange
#
# With two processors in phases, the copies of both sides of both messages follow each other: 4 c.
# c is n * 0.175 us of columns, and of rows where everything is packed; nothing of one element alone.
hand() { # RULE PACKING O SIZES
    awk -v rule="$1" -v packing="$2" -v o="$3" -v sizes="$4" -v names="${5:-halo_rows halo_columns}" '
        function put(kernel, p, n, us) {
            printf "%s\tprocs=%d size=%d\t0\t1000000\t0\t0\t%.9g\t%.9g\n", kernel, p, n, us, us
        }
        BEGIN {
            print "format\tfpredict/compiler-training/1\ncompiler\tby hand\nflags\t-O2\ndate\t2026-01-31"
            count = split(names, name, " ")
            for (k = 1; k <= count; k++)
                printf "kernel\t%s\tstep:1\nkernel\t%s.staying\tstep:1\n", name[k], name[k]
            print "columns\tkernel\tparameters\trepetition\titerations\tflops\tbytes\tslowest_s\tmean_s"
            for (k = 1; k <= count; k++)
                for (p = 2; p <= 4; p += 2)
                    for (i = split(sizes, size, " "); i >= 1; i--) {
                        n = size[i]
                        occ = 10 + 0.01 * 8 * n
                        lat = 50
                        copied = name[k] ~ /columns/ || packing == "always"
                        c = copied && n > 1 ? n * 0.175 : 0
                        if (rule == "posted")
                            t = p == 2 ? 2 * o + occ + lat + 2 * c : 4 * o + 2 * occ + lat + 4 * c
                        else
                            t = p == 2 ? 2 * (o + occ + lat) + 4 * c : 4 * o + 2 * (occ + lat) + 4 * c
                        put(name[k] ".staying", p, n, 30)
                        put(name[k], p, n, 30 + t)
                    }
        }'
}

for rule in posted phased; do
    for packing in as_needed always; do
        for o in 0 7.5; do
            what=$rule-$packing-$o
            hand $rule $packing $o '1 32 1024' >$what.raw
            wants 0 "./$what.yaml is the compiler's profile" fit $what.raw --machine ./hand.yaml -o ./$what.yaml
            has $what.yaml "^exchange: {value: $rule, from: trained, source: \"our own measurement of 'by hand' on hand, 2026-01-31"
            has $what.yaml "^packing: {value: $packing, "
            has $what.yaml "^call_overhead_us: {value: $o, "
            lacks $what.yaml '^collectives'
            "$fpredict" compilers --show ./$what.yaml >said 2>&1 || fail "$what.yaml is no profile"
            has said "exchange  *$rule  trained"
        done
    done
done

# Single elements are never packed, so they leave packing open; and where a call takes nothing is known.
hand posted as_needed 7.5 1 >single.raw
wants 0 'too near to it to choose' fit single.raw --machine ./hand.yaml -o single.yaml
has single.yaml '^exchange: {value: posted'
has single.yaml '^call_overhead_us: {value: 7.5, '
lacks single.yaml '^packing'
has said 'packing  *left out'
# No kernel has been measured that tells of collectives.
has said 'collectives.reduce  *left out'
has said 'it was not measured'

# Where bytes take half as long again as the file says, what they do looks like copies: the rule is
# clear, and packing is not.
sed 's/per_byte_us: {value: 0.01/per_byte_us: {value: 0.0066/' hand.yaml >short.yaml
hand phased as_needed 0 '1 32 1024' halo_rows >bytes.raw
wants 0 'exchange  *phased' fit bytes.raw --machine ./short.yaml
has said 'packing  *left out'

# Times that no rule explains.
hand posted as_needed 0 '1 32 1024' | awk -F '\t' -v OFS='\t' '
    /size=32\t/ && !/staying/ { $7 *= 40; $8 = $7 } { print }' >odd.raw
wants 1 'decide nothing, so no profile is written' fit odd.raw --machine ./hand.yaml -o odd.yaml
has said "the machine's file and the model"
[ ! -e odd.yaml ] || fail "a profile of what is not explained"

# Reports alone; and what is wrong with the command or the data.
wants 0 'exchange  *posted' fit single.raw --machine ./hand.yaml
wants 1 'on which machine?' fit single.raw
wants 1 "no machine is named 'nobody'" fit single.raw --machine nobody
wants 1 'would replace the raw data' fit single.raw --machine ./hand.yaml -o single.raw
sed '/^kernel	halo_rows	/d' single.raw >undeclared.raw
wants 1 "the header declares no kernel 'halo_rows'" fit undeclared.raw --machine ./hand.yaml
sed 's/halo_rows/halo_diagonals/' single.raw >other.raw
wants 1 "line [0-9]*: 'halo_diagonals.staying procs=2 size=1' is no kernel" fit other.raw --machine ./hand.yaml
sed 's/procs=4/procs=1/' single.raw >procs.raw
wants 1 'no number of processors that the kernel runs on' fit procs.raw --machine ./hand.yaml
sed 's/ size=1//' single.raw >size.raw
wants 1 'says no size that the kernel has' fit size.raw --machine ./hand.yaml
grep -v '^halo_rows.staying	procs=2' single.raw >twin.raw
wants 1 "is there with its communication alone" fit twin.raw --machine ./hand.yaml
sed 's,compiler-training/1,compiler-training/9,' single.raw >future.raw
wants 1 "of the format 'fpredict/compiler-training/9'" fit future.raw --machine ./hand.yaml
sed 's,compiler-training/1,training/1,' single.raw >machine.raw
wants 1 'is no raw data of a compiler' fit machine.raw --machine ./hand.yaml
wants 2 'which raw data' fit --machine ./hand.yaml
wants 2 'on which machine do the compiler' --compiler cc --mpirun mpirun -o x.yaml
wants 2 'choose one --machine' --compiler cc --machine cs2 --machine t3d --mpirun mpirun -o x.yaml
wants 2 "compiles nothing" fit single.raw --compiler cc --machine ./hand.yaml
wants 2 'which profile shall be written' --compiler cc --machine cs2 --mpirun mpirun
wants 2 'grids of their own' --compiler cc --machine cs2 --mpirun mpirun --procs 2x2 -o x.yaml
wants 2 'are for --compiler' --machine cs2 --mpirun mpirun -o x.yaml
wants 2 'are for machines' --compiler cc --machine cs2 --node-of t3d --mpirun mpirun -o x.yaml
wants 1 "there is no 'no-such-cc' here, which --compiler names" --compiler no-such-cc --machine cs2 --mpirun sh -o x.yaml
[ ! -e x.raw ] && [ ! -e x.yaml ] || fail "something is left of what could not begin"
echo "all as wanted"
