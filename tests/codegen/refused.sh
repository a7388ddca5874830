#!/usr/bin/env bash
# What cannot be generated is said, where it stands: each FILE.c of FOLDER, and FILE.expected.
#
#   refused.sh FPREDICT FOLDER
set -euo pipefail
fpredict=$1
cd "$2"
failed=0 count=0
for source in *.c; do
    count=$((count + 1))
    status=0
    "$fpredict" emit "$source" >/dev/null 2>"${TMPDIR:-/tmp}/refused.$$" || status=$?
    if [ "$status" -ne 1 ]; then
        echo "$source: exits with $status, not 1" >&2
        failed=$((failed + 1))
    fi
    diff -u "${source%.c}.expected" "${TMPDIR:-/tmp}/refused.$$" || failed=$((failed + 1))
done
rm -f "${TMPDIR:-/tmp}/refused.$$"
echo "$count programs, $failed wrong"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
