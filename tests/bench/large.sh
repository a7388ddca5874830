#!/usr/bin/env bash
# Prints the time and the memory that predictions of large sources take, beside what clang takes to
# check them. Judges nothing.
#
#   large.sh FPREDICT CLANG
set -euo pipefail
fpredict=$1 clang=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Seconds of processor time and MB at most of a command; or that it did not end.
measured() {
    local limit=60
    if timeout "$limit" /usr/bin/time -f '%U %S %M' -o "$folder/use" "$@" >/dev/null 2>&1; then
        awk '{ printf "%8.2f s %7.0f MB", $1 + $2, $3 / 1024 }' "$folder/use"
    else
        printf '%21s' "over $limit s, or failed"
    fi
}

printf '%-22s %-21s  %s\n' "" "fpredict estimate" "clang -fsyntax-only"
while read -r kind count; do
    "$here/sources.sh" "$kind" "$count" >"$folder/large.c"
    printf '%-9s %10s  %s  %s\n' "$kind" "$count" \
        "$(measured "$fpredict" estimate "$folder/large.c")" \
        "$(measured "$clang" -w -fsyntax-only "$folder/large.c")"
done <<'END'
pipelines 60
pipelines 125
pipelines 250
pipelines 500
nests 200
nests 800
steps 500
steps 5000
conditions 1000
conditions 10000
reflects 500
reflects 2000
lines 1000
lines 10000
lines 30000
lines 100000
END
