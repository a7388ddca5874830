#!/usr/bin/env bash
# What programs look like: each line of text/list.txt, compared with text/NAME.expected.
#
#   text.sh FPREDICT ROOT
#
# A line: NAME, source in ROOT, processors, options of emit. Whoever changes the files reads them
# before.
set -euo pipefail
fpredict=$1 root=$2
folder=$root/tests/codegen/text
failed=0 count=0
while read -r name source procs options; do
    case $name in ''|'#'*) continue ;; esac
    count=$((count + 1))
    # shellcheck disable=SC2086 # several words
    "$fpredict" emit "$root/$source" --procs "$procs" $options -o - |
        diff -u "$folder/$name.expected" - || failed=$((failed + 1))
done <"$folder/list.txt"
echo "$count programs, $failed wrong"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
