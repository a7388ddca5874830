#!/usr/bin/env bash
# The tables of docs/accuracy.md come from one command that trains, too: nothing is made by hand, and no
# machine file that somebody wrote is read.
#
#   run_measure.sh ROOT FPREDICT
set -euo pipefail
root=$1 fpredict=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "FAILED: $*" >&2
    tail -20 "$work/said" >&2
    exit 1
}

# The folder as it is, but for the machine files that were trained before.
mkdir -p "$work/tree/training/platforms"
cp "$root"/training/platforms/{*.xml,*.options,*.hosts,*.train,*node.yaml,measure.sh} \
    "$work/tree/training/platforms"
ln -s "$root/samples" "$work/tree/samples"
cd "$work"

# measured PLATFORM HOW: tables of programs that call the library's collectives, or their own rounds.
measured() {
    FPREDICT=$fpredict timeout 500 tree/training/platforms/measure.sh -r 2 -j 1 -n 16 -p 4 -s pbs4 -c "$2" "$1" \
        >tables 2>said || fail "it does not measure $1"
    local ways
    IFS=, read -ra ways <<<"$2"
    [ "$(grep -c "on $1 (trained on $1, .*, 2 ranks, SimGrid" tables)" -eq "${#ways[@]}" ] ||
        fail "another machine: $(head -5 tables)"
    [ "$(grep -cE '^\| pbs4 \| [1-9]' tables)" -eq "${#ways[@]}" ] || fail "$1: no case of pbs4"
    for way in "${ways[@]}"; do
        grep -qF "measure.sh -r 2 -n 16 -p 4 -t 60 -s pbs4 -c $way $1\`" tables || fail "the page does not say the command"
    done

    # What it has predicted with is what the fit makes of what was measured.
    "$fpredict" train fit "$1.raw" --node-of tree/training/platforms/node.yaml --name "$1" \
        -o again.yaml >said 2>&1 || fail "the raw data do not fit"
    cmp "$1.yaml" again.yaml || fail "the machine is not what the fit wrote"
}
measured fabric library
measured tree32 library,own
echo ok
