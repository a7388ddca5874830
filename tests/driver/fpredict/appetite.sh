#!/usr/bin/env bash
# Large inputs within little memory and processor time: what grows with the square of their size
# does not fit.
#
#   appetite.sh FPREDICT ROOT
#
# Nothing is limited under the address sanitizer, which reserves terabytes.
set -euo pipefail
fpredict=$1 root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
megabytes=960
seconds=20
failed=0

within() {
    if ! grep -qa __asan_init "$fpredict"; then
        ulimit -v $((megabytes * 1024)) -t $seconds
    fi
    exec "$@"
}

while read -r kind count; do
    bash "$root/tests/bench/sources.sh" "$kind" "$count" >"$folder/large.c"
    (within "$fpredict" estimate "$folder/large.c") >"$folder/out" 2>"$folder/err" || {
        echo "$kind $count: not within $megabytes MB and $seconds s:"
        tail -n 3 "$folder/err"
        failed=1
    }
done <<'END'
pipelines 250
nests 1000
reflects 1000
steps 4000
conditions 6000
lines 50000
END
[ "$failed" -eq 0 ]
