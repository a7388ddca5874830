#!/bin/sh
# Checks that the pages name the machines there are: the table and the headings of docs/machines.md,
# their number in README.md, and the commands that the pages show; and in the same way the compilers of
# docs/compilers.md. docs/extending.md is left out; its machine is an example.
#
#   check_machines.sh ROOT
set -eu
cd "$1"
failed=0
fail() {
    echo "$1"
    failed=1
}
has_machine() {
    [ -f "sysmodels/machines/$1.yaml" ]
}

rows=$(sed -n '/^| name | node /,/^$/s/^| \(`[^|]*\)|.*/\1/p' docs/machines.md | tr -d '`,')
heads=$(sed -n '/^## The machines/,$s/^### \(`.*\)/\1/p' docs/machines.md | grep -o '`[^`]*`' | tr -d '`')
for file in sysmodels/machines/*.yaml; do
    name=$(basename "$file" .yaml)
    echo "$rows" | tr ' ' '\n' | grep -qx "$name" ||
        fail "$name.yaml: docs/machines.md has no row of it under 'The machines'"
    echo "$heads" | grep -qx "$name" || fail "$name.yaml: docs/machines.md has no heading of it"
done
for name in $rows $heads; do
    has_machine "$name" || fail "docs/machines.md: there is no machine '$name'"
done
for page in README.md samples/README.md docs/*.md; do
    [ -f "$page" ] && [ "$page" != docs/extending.md ] || continue
    for name in $(sed 's/compilers --show [a-z0-9-]*//g' "$page" | grep -oE -- '--(machine|show|costs|node-of|network-of) [a-z][a-z0-9-]*( |`|$)' |
        sed 's/^[^ ]* //; s/[ `]*$//'); do
        has_machine "$name" || fail "$page: there is no machine '$name'"
    done
done

rows=$(sed -n '/^## The profiles/,$s/^| `\([a-z0-9-]*\)` .*/\1/p' docs/compilers.md)
for file in sysmodels/compilers/*.yaml; do
    name=$(basename "$file" .yaml)
    echo "$rows" | grep -qx "$name" || fail "$name.yaml: docs/compilers.md has no row of it under 'The profiles'"
done
for page in README.md samples/README.md samples/*/README.md docs/*.md; do
    [ -f "$page" ] || continue
    for name in $(grep -oE -- '(--compiler|fpredict-compiler|compilers --show)[ =][a-z][a-z0-9-]*( |`|$)' "$page" |
        sed 's/^.*[ =]\([a-z]\)/\1/; s/[ `]*$//'; [ "$page" != docs/compilers.md ] || echo "$rows"); do
        [ -f "sysmodels/compilers/$name.yaml" ] || fail "$page: there is no compiler '$name'"
    done
done
count=$(ls sysmodels/machines/*.yaml | wc -l)
words='One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen
Seventeen Eighteen Nineteen Twenty'
word=$(echo $words | cut -d ' ' -f "$count")
grep -qE "^($word|$count) machines" README.md || fail "README.md: there are $count machines"
[ "$failed" -eq 0 ] || exit 1
echo "the pages name all of $count machines, and no other"
