#!/bin/sh
# golden.sh FOLDER COMMAND [ARGUMENT…]
#
# For each x.c of FOLDER, runs COMMAND ARGUMENT… OPTIONS x.c FLAGS there and
# compares all that it prints, on both outputs, with the one other x.* beside
# it. An x.err wants exit status 1, any other 0. A line of x.c may add to the
# command: /* options: -d */ before the source, /* flags: -DN=4 */ after it.
#
# With GOLDEN_WRITE=EXTENSION it writes the files instead, those that are not
# there yet as x.err or x.EXTENSION. Read what it wrote: it is right only when
# a person says so.
set -u
folder=$1
shift
cd "$folder" || exit 2
actual=$(mktemp) || exit 2
trap 'rm -f "$actual"' EXIT
failed=0 count=0
for source in *.c; do
    name=${source%.c}
    expected=
    for file in "$name".*; do
        [ "$file" = "$source" ] || expected=$file
    done
    options=$(sed -n 's|^/\* options: \(.*\) \*/$|\1|p' "$source")
    flags=$(sed -n 's|^/\* flags: \(.*\) \*/$|\1|p' "$source")
    # shellcheck disable=SC2086  # both are words
    "$@" $options "$source" $flags >"$actual" 2>&1
    status=$?
    if [ -n "${GOLDEN_WRITE:-}" ]; then
        [ -n "$expected" ] || expected=$name.$GOLDEN_WRITE
        [ "$status" -eq 0 ] || expected=$name.err
        cp "$actual" "$expected"
    fi
    case $expected in
    *.err) wanted=1 ;;
    *) wanted=0 ;;
    esac
    count=$((count + 1))
    if ! diff -u "${expected:-/dev/null}" "$actual" || [ "$status" -ne "$wanted" ]; then
        echo "golden.sh: $source: differs from ${expected:-a file that is missing}, or status $status is not $wanted"
        failed=$((failed + 1))
    fi
done
echo "golden.sh: $count sources, $failed failed"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
