#!/usr/bin/env bash
# check.sh FPREDICT-PAPERS FPREDICT
#
# Each claim of the papers has one answer; each test that an answer names is there; and
# docs/published.md has a row for each claim.
set -euo pipefail
papers=$1 PROGRAM=$2
export PROGRAM
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
fpredict=$here/by_sizes.sh
status=0
"$papers" "$fpredict" "$here" || status=1

# A test is a function of a test's source, a script, or a name of ctest's: folder.what.
while read -r name; do
    what=${name#*.}
    if ! grep -rqw "$what" "$root/tests" --include='*.c' --include='CMakeLists.txt' \
        --include='*.cases' && ! grep -rqw "test_$what" "$root/tests" --include=CMakeLists.txt; then
        echo "no test is called $name" >&2
        status=1
    fi
done < <(sed -n "s/^ *test: *['\"]\{0,1\}\([^'\" ]*\).*/\1/p" "$here"/answers/*.yaml | sort -u)

claims=$(cat "$here"/claims/*.yaml | grep -c '^- id:')
# The last cells of other tables, bold times and the summary's head, are no verdicts.
rows=$(grep -v '^| paper |' "$root/docs/published.md" |
    grep -cE '\| (holds|\*\*d(iffers|oes)|built|not built|cannot be held)[^|]*\|$' || true)
echo "$claims claims, $rows rows in docs/published.md"
[ "$claims" = "$rows" ] || status=1
exit $status
