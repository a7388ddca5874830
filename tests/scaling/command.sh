#!/bin/sh
# fpredict scale: the sizes that it finds are those that predictions of every size give; counted
# work is what a loop does; what is wrong is said, and the exit code tells.
#
#   command.sh FPREDICT ROOT HERE
set -eu
fpredict=$1 root=$2 here=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# The smallest size from $3 on at which $2 processors are as fast as $1 are at $3, of all sizes up to
# $4, each predicted by itself; work is the square of the size.
smallest() {
    time_at() { # processors, sizes
        "$fpredict" estimate "$program" --machine "$machine" --procs "$1" --set "N=$2" --no-warnings \
            --format csv | sed 's/"[^"]*"//g' >"$folder/estimates"
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
                 { print $column["N"], $column["time_s"] }' "$folder/estimates"
    }
    time_at "$1" "$3" >"$folder/first"
    time_at "$2" "$3:$4:1" | awk -v from="$1" -v to="$2" '
        NR == FNR { speed = $1 * $1 / (from * $2); next }
        $1 * $1 / (to * $2) >= speed * (1 - 1e-6) { print $1; exit }' "$folder/first" -
}

agrees() { # program, machine, processors, size to begin with, sizes up to
    program=$1 machine=$2
    "$fpredict" scale "$program" --machine "$machine" --procs "$3" --set "N=$4" --work 'N^2' \
        --format csv | sed 's/"[^"]*"//' | tr -d '\r' >"$folder/scaling"
    first=${3%%,*}
    awk -F, 'NR > 2 { print $3, $4 }' "$folder/scaling" >"$folder/found"
    [ -s "$folder/found" ] || fail "$program on $machine: nothing was found"
    while read -r procs size; do
        expected=$(smallest "$first" "$procs" "$4" "$5")
        [ "$size" = "$expected" ] ||
            fail "$program on $machine, $first to $procs: N = $size, and by all sizes $expected"
    done <"$folder/found"
    # Equation 1 of these sizes.
    awk -F, -v n="$4" 'NR == 2 { p = $3 }
        NR > 2 { psi = $3 * n * n / (p * $4 * $4)
                 if ((psi - $7) ^ 2 > 1e-18) { print "psi is " $7 ", and not " psi; exit 1 } }' \
        "$folder/scaling" || fail "$program on $machine: a scalability is wrong"
}

agrees "$root/samples/laplace/laplace.c" cm5 4,8,16 64 300
agrees "$root/samples/redblack/redblack.c" ipsc860 2,4 64 400

# --- Counted: 3 operations in each of N - 2 by N - 2 points, niter times, 2 in a sum, and what is
# returned is compared ---
counted=$("$fpredict" scale "$here/programs/counted.c" --procs 1 --set N=10 --set niter=7 --vary N \
    --format csv | awk -F, 'NR == 2 { print $5 }')
[ "$counted" = $((7 * 8 * 8 * 3 + 10 * 2 + 1)) ] || fail "counted are $counted operations"

# --- Sun and others 1999, figure 3 (b): Jacobi of 20 by 20 on the iPSC/860, compiled by VFCS ---
"$fpredict" scale "$root/samples/laplace/laplace.c" --machine ipsc860 --compiler vfcs \
    --procs 2,4,8,16 --set N=20 --alternatives 'T: (block,block) (*,block)' >"$folder/out"
grep -q 'At N = 20: T(block,block) up to 4, T(\*,block) from 8 on' "$folder/out" ||
    fail "by figure 3 columns are faster from 8 processors on: $(tail -3 "$folder/out")"

# --- What is wrong ---
refuses() { # exit code, what is said, arguments
    code=0
    expected=$1 text=$2
    shift 2
    "$fpredict" "$@" >"$folder/out" 2>"$folder/said" || code=$?
    [ "$code" -eq "$expected" ] || fail "$*: exits with $code, not $expected"
    grep -q -- "$text" "$folder/said" || fail "$*: does not say '$text': $(cat "$folder/said")"
}
laplace=$root/samples/laplace/laplace.c
refuses 1 'which size grows, and from where on' scale "$laplace" --procs 1,2
refuses 1 'which of those of --set grows' scale "$laplace" --procs 1,2 --set N=8 --set niter=2
refuses 1 'with which size shall it begin' scale "$laplace" --procs 1,2 --set N=8 --vary M
refuses 1 'has 2 values' scale "$laplace" --procs 1,2 --set N=8,16
refuses 1 "nothing tells the value of 'M'" scale "$laplace" --procs 1,2 --set N=8 --work 'M^2'
refuses 1 'is no amount of work' scale "$laplace" --procs 1,2 --set N=8 --work 'N - 8'
