#!/usr/bin/env bash
# --compiler: whoever predicts, compares, annotates, generates or lists does so by the profile, and
# every form of output names the compiler that is not the default one.
#
#   compiler.sh FPREDICT FPREDICT_CC
set -uo pipefail
fpredict=$(realpath "$1") cc=$(realpath "$2")
cd "$(dirname "$0")/../golden" || exit 1
unset FPREDICT_MACHINES FPREDICT_COMPILERS NO_COLOR
export LC_ALL=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0 failures=0

# has WHAT COMMAND…: its output and messages hold the text; hasnt: they do not.
has() {
    count=$((count + 1))
    local text=$1
    shift
    "$@" >"$work/out" 2>&1
    grep -qF -- "$text" "$work/out" || {
        echo "FAILED: no '$text' in: $*"
        head -20 "$work/out"
        failures=$((failures + 1))
    }
}
hasnt() {
    count=$((count + 1))
    local text=$1
    shift
    "$@" >"$work/out" 2>&1
    ! grep -qF -- "$text" "$work/out" || {
        echo "FAILED: '$text' in: $*"
        failures=$((failures + 1))
    }
}

# Of phases.c on toy.yaml, 317 µs in all (by-unit.cmd): one double out and one in, each a call.
cat >"$work/calls.yaml" <<'END'
schema: fpredict/compiler/1
name: calls
title: "a call of its library takes 3 µs"
call_overhead_us: {value: 3, from: seen, source: "made up"}
collectives:
  barrier: {value: ring, from: seen, source: "made up, too"}
END
calls=(--machine ./toy.yaml --compiler "$work/calls.yaml")
has '317 µs' "$fpredict" estimate phases.c --machine ./toy.yaml
has '323 µs' "$fpredict" estimate phases.c "${calls[@]}"
has 'phases.c on toy, compiled by calls, 2 processors' "$fpredict" estimate phases.c "${calls[@]}"
has 'compiler calls: made up' "$fpredict" estimate phases.c "${calls[@]}" --at 28
has 'assumed: the program is compiled by calls: call overhead 3 µs instead of 0 µs, barrier ring instead of direct' \
    "$fpredict" estimate phases.c "${calls[@]}" --remarks
has 'on 2 processors of toy, compiled by calls' "$fpredict" estimate phases.c "${calls[@]}" --remarks

# Every form names it; JSON and CSV name the default, too.
has '"compiler": "calls"' "$fpredict" estimate phases.c "${calls[@]}" --format json
has '"compiler": "fpredict"' "$fpredict" estimate phases.c --machine ./toy.yaml --format json
has 'phases.c,main,toy,calls,' "$fpredict" estimate phases.c "${calls[@]}" --format csv
has 'phases.c,main,toy,fpredict,' "$fpredict" estimate phases.c --machine ./toy.yaml --format csv
has '"compiler": "calls"' "$fpredict" compare phases.c "${calls[@]}" --format json
has 'phases.c on toy, compiled by calls, 2 processors' "$fpredict" compare phases.c "${calls[@]}"
has 'of toy, compiled by calls' "$fpredict" annotate phases.c "${calls[@]}"
"$fpredict" annotate phases.c "${calls[@]}" -o "$work/annotated.c"
has 'on toy, compiled by calls, 2 processors' cat "$work/annotated.c"
has 'compiled by calls' "$fpredict" estimate phases.c "${calls[@]}" --machine ipsc860
hasnt 'compiled by' "$fpredict" estimate phases.c --machine ./toy.yaml
hasnt 'compiled by' "$fpredict" compare phases.c --machine ./toy.yaml
has 'compiler calls: made up, too' "$fpredict" dump --stage sag "${calls[@]}"
has 'compiler calls: made up, too' "$fpredict" machines --show ./toy.yaml --compiler "$work/calls.yaml"
has 'compiled by calls' "$cc" -fpredict -fpredict-machine=./toy.yaml "-fpredict-compiler=$work/calls.yaml" \
    -c phases.c -o "$work/phases.o"

# The folders of $FPREDICT_COMPILERS come first.
export FPREDICT_COMPILERS=$work
has '323 µs' "$fpredict" estimate phases.c --machine ./toy.yaml --compiler calls
has 'calls ' "$fpredict" compilers
unset FPREDICT_COMPILERS

# A list that is compiled by f90d has its rule, and generated programs do; --exchange wins.
has 'phased' "$fpredict" machines --compiler f90d
hasnt 'posted' "$fpredict" machines --compiler f90d
emit=("$fpredict" emit phases.c --machine ./toy.yaml)
has '.is_phased = false' "${emit[@]}"
has '.is_phased = true' "${emit[@]}" --compiler f90d
has '.is_phased = false' "${emit[@]}" --compiler f90d --exchange posted
has 'messages of an exchange are posted together' \
    "$fpredict" estimate phases.c --compiler f90d --exchange posted --remarks
generated() {
    "${emit[@]}" "$@" | cksum
}
count=$((count + 1))
[ "$(generated)" != "$(generated --compiler "$work/calls.yaml")" ] ||
    { echo "FAILED: the barrier's algorithm is not generated"; failures=$((failures + 1)); }

# Messages element by element, steps with one other each, an all-gather of what is irregular, the order of
# loops. On this machine n bytes occupy 10 + 0.01 n µs and come 50 µs later; nothing is in a cache.
sed -e 's/startup_us: {value: 0/startup_us: {value: 10/' \
    -e 's/per_byte_us: {value: 0/per_byte_us: {value: 0.01/' -e 's/^name: plain/name: hand/' \
    ../../codegen/plain.yaml >"$work/hand.yaml"
profile() { # NAME LINES: one with these keys
    printf 'schema: fpredict/compiler/1\nname: %s\ntitle: "made up"\n%s\n' "$1" "$2" >"$work/$1.yaml"
}
told='from: derived, source: "made up"}'
profile elements "messages: {value: elements, $told"
profile loops "messages: {value: iterations, $told"
profile pushes "messages: {value: elements, $told
exchange: {value: pushed, $told"
profile queues "messages: {value: elements, $told
exchange: {value: adapter, $told"
profile pairs "patterns: {transpose: {value: pairwise, $told, redistribute: {value: pairwise, $told}"
profile gathers "patterns: {irregular: {value: allgather, $told}"
profile orders "loop_order: {value: memory, $told"
kernel() { # NAME PROCESSORS: one step of a kernel that compilers are trained with, 32 doubles a message
    "$fpredict" estimate "../../../training/compiler/$1.c" --entry communicating --set steps=1 \
        --set PROCS="$2" --procs "$2" --set SIZE=32 --machine "$work/hand.yaml" "${@:3}" -- -I../../..
}
# Two neighbours: 2 (10 + 0.01 × 256) + 50 = 75.1; by elements 2 × 32 × (10 + 0.08) + 50 = 695.1, on any
# number of processors, in 2 × 32 messages between each two neighbours, and nothing to pack.
has 'communicating  75.1 µs' kernel halo_rows 4
has 'communicating   695 µs' kernel halo_rows 4 --compiler "$work/elements.yaml"
has 'communicating   695 µs' kernel halo_rows 64 --compiler "$work/elements.yaml"
has 'communicating   695 µs' kernel halo_columns 4 --compiler "$work/elements.yaml"
has '"messages": 192,' kernel halo_rows 4 --compiler "$work/elements.yaml" --format json
has '"messages": 4032,' kernel halo_rows 64 --compiler "$work/elements.yaml" --format json
has 'messages elements instead of vectors' kernel halo_rows 4 --compiler "$work/elements.yaml" --remarks
# Messages in all loops but the innermost: for each row of the columns an exchange of one element with
# each neighbour, 32 (2 (10 + 0.08) + 50) = 2245.1; so does the program that is generated.
has 'communicating  2.25 ms' kernel halo_columns 4 --compiler "$work/loops.yaml"
has '"messages": 192,' kernel halo_columns 4 --compiler "$work/loops.yaml" --format json
has 'messages iterations instead of vectors' kernel halo_columns 4 --compiler "$work/loops.yaml" --remarks
emitted() { # where the exchange stands
    "$fpredict" emit ../../../training/compiler/halo_columns.c "$@" -- -I../../.. |
        awk '/i = 0; i < SIZE/ { loop = NR } /fpr_fetch/ { print loop ? "inside" : "before"; exit }'
}
has before emitted
has inside emitted --compiler "$work/loops.yaml"
# The sender alone: 645.1 of its own, and 50 that it waits for the last of its neighbours'.
has 'communicating   645 µs' kernel halo_rows 4 --compiler "$work/pushes.yaml"
has 'waiting        50.0 µs' kernel halo_rows 4 --compiler "$work/pushes.yaml"
has "not predicted with the exchange rule 'adapter' of 'hand'" kernel halo_rows 4 --compiler "$work/queues.yaml"
has '--exchange adapter is not predicted' kernel halo_rows 4 --compiler "$work/elements.yaml" --exchange adapter
# Everybody to three others: 3 × 12.56 + 50 = 87.7 at once, 3 (12.56 + 50) = 187.7 in steps.
has 'communicating  87.7 µs' kernel transpose 4
has 'communicating   188 µs' kernel transpose 4 --compiler "$work/pairs.yaml"
has 'transpose pairwise instead of messages' kernel transpose 4 --compiler "$work/pairs.yaml" --remarks
# Blocks of 1024 doubles of the three others: 3 (10 + 81.92) + 50 = 325.8; doubling, one block and then
# two: 10 + 81.92 + 50 + 10 + 163.84 + 50 = 365.8.
cat >"$work/irregular.c" <<'END'
double x[4096], y[4096];
int at[4096];
#pragma hpf processors P(4)
#pragma hpf template T(4096)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)
#pragma hpf align y(i) with T(i)
#pragma hpf align at(i) with T(i)
int main(void)
{
    for (int i = 0; i < 4096; i++)
        y[i] = x[at[i]];
    return 0;
}
END
irregular=("$fpredict" estimate "$work/irregular.c" --machine "$work/hand.yaml")
has 'communicating   326 µs' "${irregular[@]}"
has 'communicating  366 µs' "${irregular[@]}" --compiler "$work/gathers.yaml"
# 512 × 512 doubles by columns: a line of 32 bytes is gone before its next element is read, as 512 lines
# are more than the cache has: 512² misses, and as many stores, which do not allocate. By rows a line is
# missed once: 512² / 4 + 512².
cat >"$work/columns.c" <<'END'
double a[512][512], b[512][512];
#pragma hpf processors P(1)
#pragma hpf template T(512,512)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
int main(void)
{
    for (int j = 0; j < 512; j++)
        for (int i = 0; i < 512; i++)
            a[i][j] = b[i][j];
    return 0;
}
END
has ' 524 k ' "$fpredict" estimate "$work/columns.c"
has ' 524 k ' "$fpredict" estimate "$work/columns.c" --param 'cube.node.memory.caches[0].replacement=lru'
has ' 328 k ' "$fpredict" estimate "$work/columns.c" --compiler "$work/orders.yaml"
has 'loop order memory instead of source' "$fpredict" estimate "$work/columns.c" --compiler "$work/orders.yaml" --remarks
# Generated programs do none of that, and none is generated.
for name in elements pairs gathers orders; do
    has "no MPI program is generated by what the profile of '$name' says" "${emit[@]}" --compiler "$work/$name.yaml"
done
has 'messages      elements  derived' "$fpredict" compilers --show "$work/elements.yaml"
has 'irregular     allgather  derived' "$fpredict" compilers --show "$work/gathers.yaml"

has "did you mean 'f90d'?" "$fpredict" estimate phases.c --compiler f90
has "did you mean 'f90d'?" "$fpredict" compilers --show f90

echo "compiler.sh: $count checks, $failures failures"
[ "$failures" -eq 0 ]
