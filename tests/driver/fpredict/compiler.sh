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

has "did you mean 'f90d'?" "$fpredict" estimate phases.c --compiler f90
has "did you mean 'f90d'?" "$fpredict" compilers --show f90

echo "compiler.sh: $count checks, $failures failures"
[ "$failures" -eq 0 ]
