#!/bin/sh
# alias.sh FOLDER FPREDICT
#
# A pointer that may lead to one of two arrays: what is predicted has at least the messages, their bytes and the time of
# either array taken as certain (-DONE=a, -DONE=b), and says that it is not complete.
set -u
folder=$1 fpredict=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

for source in "$folder"/*.c; do
    for one in a b '(argc > 1 ? a : b)'; do
        "$fpredict" estimate "$source" --procs 4 --format json --no-warnings -- "-DONE=$one" ||
            echo "null # $source: not predicted"
    done >"$work/json"
    python3 - "$work/json" "$source" <<'END' || failed=1
import json, sys
text, at, found = open(sys.argv[1]).read(), 0, []
while text[at:].strip():
    while text[at].isspace():
        at += 1
    one, at = json.JSONDecoder().raw_decode(text, at)
    one = one[0] if isinstance(one, list) else one
    found.append((sum(c["messages"] for c in one["communications"]), sum(c["bytes"] for c in one["communications"]),
                  one["time_s"], one["complete"]))
a, b, either = found
problems = []
if either[3] or not a[3] or not b[3]:
    problems.append("complete: %s, with one array %s and %s" % (either[3], a[3], b[3]))
for what, of in (("messages", 0), ("bytes", 1), ("s", 2)):
    if either[of] < max(a[of], b[of]):
        problems.append("%g %s, with one array %g and %g" % (either[of], what, a[of], b[of]))
for problem in problems:
    print("%s: %s" % (sys.argv[2], problem))
sys.exit(len(problems) > 0)
END
done
exit $failed
