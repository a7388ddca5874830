#!/bin/sh
# prove.sh FOLDER COMMAND: runs COMMAND OPTIONS x.c FLAGS on each x.c of FOLDER that
# is planned (its expectation is an x.plan); options and flags as golden.sh has them.
set -u
folder=$1 command=$2
cd "$folder" || exit 2
failed=0 count=0
for source in *.c; do
    [ -e "${source%.c}.plan" ] || continue
    options=$(sed -n 's|^/\* options: \(.*\) \*/$|\1|p' "$source")
    flags=$(sed -n 's|^/\* flags: \(.*\) \*/$|\1|p' "$source")
    # shellcheck disable=SC2086  # both are words
    timeout 180 "$command" $options "$source" $flags || failed=$((failed + 1))
    count=$((count + 1))
done
echo "prove.sh: $count sources, $failed failed"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
