#!/bin/sh
# Checks that every file of the project that a page or a comment names is there: what was moved
# is moved in the text, too. Names count that begin with a folder of the project.
#
#   check_paths.sh ROOT
set -eu
cd "$1"
folders='support|program|plan|aag|sysmodels|trace|experiment|estimator|explore|scaling|frontend|codegen|training|report|validate|driver|samples|tests|cmake|docs'
missing=$(mktemp)
trap 'rm -f "$missing"' EXIT
{
    find . -maxdepth 1 -name '*.md'
    find docs samples -name '*.md' 2>/dev/null || true
    find support program plan aag sysmodels trace experiment estimator explore scaling frontend codegen training report \
        validate driver \( -name '*.[ch]' -o -name '*.sh' -o -name CMakeLists.txt \) 2>/dev/null || true
} | sort | while read -r file; do
    grep -noE "(^|[^A-Za-z0-9_./<*-])($folders)/[A-Za-z0-9_/.-]*[A-Za-z0-9_]\.(c|h|sh|md|yaml|txt)\b" "$file" |
        sed -E "s/^([0-9]+):[^A-Za-z0-9]?/\1 /" | while read -r line name; do
            [ -e "$name" ] || [ -e "${file%/*}/$name" ] ||
                echo "$file:$line: there is no $name"
        done
done >"$missing"
cat "$missing"
[ ! -s "$missing" ]
