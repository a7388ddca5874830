#!/bin/sh
# check_rules.sh SOURCE: every rule of the directives has a test that rejects what breaks
# it. Each row of tests/rules.md names a file of expected output that holds the text of the
# row; each rule of the table of mistakes in docs/directives.md is in some such file.
set -u
cd "$1/tests" || exit 2
failed=0 count=0
fail() {
    echo "check_rules.sh: $1"
    failed=$((failed + 1))
}

while IFS='|' read -r _ _ file text _; do
    file=$(echo "$file" | sed 's/^ *//; s/ *$//')
    text=$(echo "$text" | sed 's/^ *//; s/ *$//')
    case $file in
    */*.*) ;;
    *) continue ;;
    esac
    count=$((count + 1))
    grep -qF -- "$text" "$file" 2>/dev/null || fail "$file does not say '$text'"
done <rules.md

names=$(sed -n '/^## Mistakes/,/^## /s/^| \(`[^|]*\) |.*/\1/p' ../docs/directives.md |
    tr -d '`,' | tr ' ' '\n')
for name in $names; do
    grep -rqF --include='*.err' --include='*.plan' --include='*.program' -- "[$name]" . ||
        fail "no expected output has the rule [$name] of docs/directives.md"
    count=$((count + 1))
done
echo "check_rules.sh: $count rules, $failed without a test"
[ "$failed" -eq 0 ] && [ "$count" -gt 100 ]
