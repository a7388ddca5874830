#!/bin/bash
# The words that --help shows for an option are those that it takes: what it says of any other
# word lists the same, in the same order.
#
#   words.sh FPREDICT
set -u
fpredict=$1 count=0 failures=0
for command in estimate compare annotate machines compilers dump emit train validate; do
    while read -r option words; do
        said=$("$fpredict" "$command" "$option" no-such-word 2>&1)
        count=$((count + 1))
        case $said in
        *"$option is one of ${words//|/, }, not 'no-such-word'"*) ;;
        *)
            echo "FAILED: '$command --help' says $option $words; $option no-such-word says: $said"
            failures=$((failures + 1))
            ;;
        esac
    done < <("$fpredict" "$command" --help |
        sed -nE 's/^  (--[a-z-]+) ([a-z-]+(\|[a-z-]+)+)( .*)?$/\1 \2/p')
done
echo "words.sh: $count options, $failures failures"
[ "$failures" -eq 0 ] && [ "$count" -ge 15 ]
