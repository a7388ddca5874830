#!/bin/bash
# Runs each case of ../golden/: the command in CASE.cmd, in that folder, must end
# with the exit code of its first line ("# exit 2") and print what CASE.out and
# CASE.err hold, to the last byte; a missing file is an empty one.
#
#   golden.sh FPREDICT
set -u
fpredict_path=$(realpath "$1")
cd "$(dirname "$0")/../golden" || exit 1
unset FPREDICT_MACHINES FPREDICT_COMPILERS NO_COLOR
export LC_ALL=C.UTF-8
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
failures=0

fpredict() {
    "$fpredict_path" "$@"
}

same() {
    local expected=$1 got=$2
    [ -e "$expected" ] || expected=/dev/null
    diff -u --label "expected $1" --label got "$expected" "$got"
}

for command in *.cmd; do
    name=${command%.cmd}
    expected=$(sed -n '1s/^# exit //p' "$command")
    (. "./$command") >"$results/out" 2>"$results/err" </dev/null
    code=$?
    ok=true
    [ "$code" = "$expected" ] || { echo "exit code $code, not $expected"; ok=false; }
    same "$name.out" "$results/out" || ok=false
    same "$name.err" "$results/err" || ok=false
    $ok || { echo "FAILED: $name"; failures=$((failures + 1)); }
done
[ "$failures" -eq 0 ]
