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
cp "$root"/training/platforms/fabric{.xml,.options,-node.yaml} "$root/training/platforms/measure.sh" \
    "$work/tree/training/platforms"
ln -s "$root/samples" "$work/tree/samples"
cd "$work"
FPREDICT=$fpredict timeout 500 tree/training/platforms/measure.sh -r 4 -j 1 -n 16 -p 4 -s pbs4 fabric \
    >tables 2>said || fail "it does not measure"
grep -q 'on fabric (trained on fabric, .*, 4 ranks, SimGrid' tables || fail "another machine: $(head -5 tables)"
grep -qE '^\| pbs4 \| [1-9]' tables || fail "no case of pbs4"
head -1 tables | grep -qF 'measure.sh -r 4 -n 16 -p 4' || fail "the page does not say the command"

# What it has predicted with is what the fit makes of what was measured.
"$fpredict" train fit fabric.raw --node-of tree/training/platforms/fabric-node.yaml --name fabric \
    -o again.yaml >said 2>&1 || fail "the raw data do not fit"
cmp fabric.yaml again.yaml || fail "the machine is not what the fit wrote"
echo ok
