#!/bin/sh
# golden.sh PROGRAM: what the front end makes of each source here against the
# file beside it: x.program for a program, x.err for diagnostics. A source can
# name compile flags: /* flags: -DN=4 */, and options of the test program:
# /* options: -d */. The expected files are read by people before they are kept.
set -u
program=$1
cd "$(dirname "$0")" || exit 1
actual=$(mktemp) || exit 1
trap 'rm -f "$actual"' EXIT
failed=0 count=0
for source in *.c; do
    expected=
    for kind in program err directives; do
        [ -f "${source%.c}.$kind" ] && expected=${source%.c}.$kind
    done
    [ -n "$expected" ] || continue
    flags=$(sed -n 's|^/\* flags: \(.*\) \*/$|\1|p' "$source")
    options=$(sed -n 's|^/\* options: \(.*\) \*/$|\1|p' "$source")
    # shellcheck disable=SC2086
    "$program" $options "$source" $flags > "$actual" 2>&1
    status=$?
    case $expected in
    *.err) wanted=1 ;;
    *) wanted=0 ;;
    esac
    count=$((count + 1))
    if ! diff -u "$expected" "$actual" || [ $status -ne $wanted ]; then
        echo "golden.sh: $source: differs from $expected, or status $status is not $wanted"
        failed=$((failed + 1))
    fi
done
echo "golden.sh: $count sources, $failed failed"
[ $failed -eq 0 ] && [ $count -gt 0 ]
