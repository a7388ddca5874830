#!/bin/sh
# golden.sh FOLDER EXTENSION COMMAND [ARGUMENT…]
#
# For each FOLDER/x.c, runs COMMAND ARGUMENT… x.c there and compares all that it
# prints, on both outputs, with x.EXTENSION. An `// options: …` in the first line
# of x.c adds arguments. With GOLDEN_WRITE=1 writes the files instead: read what
# it wrote, as what is in them is right only if a person says so.
set -u
folder=$1 extension=$2
shift 2
cd "$folder" || exit 2
out=$(mktemp) || exit 2
trap 'rm -f "$out"' EXIT
failed=0 count=0
for source in *.c; do
    expected=${source%.c}.$extension
    options=$(sed -n '1s|^// options: ||p' "$source")
    # shellcheck disable=SC2086  # options are words
    "$@" $options "$source" >"$out" 2>&1
    status=$?
    if [ "$status" -gt 2 ]; then
        echo "$source: exit status $status"
        failed=$((failed + 1))
    fi
    count=$((count + 1))
    if [ "${GOLDEN_WRITE:-0}" = 1 ]; then
        cp "$out" "$expected"
    elif ! diff -u "$expected" "$out"; then
        failed=$((failed + 1))
    fi
done
echo "$count cases, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
