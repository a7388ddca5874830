#!/bin/sh
# prove_samples.sh FOLDER COMMAND: runs COMMAND on each FOLDER/*/*.c, small, on as many
# processors as it says and on two other numbers of them; on one with its loops in another order.
# Folders with a main.c hold one program of several files, whose size is an argument: those are run.
set -u
folder=$1 command=$2
cd "$folder" || exit 2
failed=0 count=0
for source in */*.c; do
    [ ! -e "$(dirname "$source")/main.c" ] || continue
    for procs in "" "--procs 1" "--procs 6 --optimize loop-order"; do
        # shellcheck disable=SC2086  # both are words
        timeout 60 "$command" --set N=16 --set LOOP=2 $procs "$source" || failed=$((failed + 1))
        count=$((count + 1))
    done
done
echo "prove_samples.sh: $count runs, $failed failed"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
