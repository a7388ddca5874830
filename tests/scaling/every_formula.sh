#!/bin/bash
# fpredict estimate --formula of every sample: the programs that it writes, in C and in Python, give the picoseconds
# of the prediction where they were made, without arguments and with the sizes that stand above them; what is open
# has a reason; as JSON its parts add up, and as LaTeX what begins ends. As text: formula.sh.
#
#   every_formula.sh FPREDICT ROOT CC
set -eu
fpredict=$1 root=$2 cc=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$root/samples"

fail() {
    echo "$*" >&2
    exit 1
}

command -v python3 >/dev/null || exit 77
count=0
for sample in */; do
    set -- "${sample%/}"
    for program in "$1"/*.c; do
        files=("$program")
        if [ "$1" = heat ]; then # one program of several files
            [ "$program" = heat/main.c ] || continue
            files=(heat/*.c --arguments '')
        fi
        ticks=$("$fpredict" estimate "${files[@]}" --no-warnings --format csv | sed 's/"[^"]*"//g' | tr -d '\r' |
            awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
                     { printf "%.0f ps", $column["time_s"] * 1e12 }')
        for form in latex json c python; do
            "$fpredict" estimate "${files[@]}" --no-warnings --formula $form >"$folder/f.$form" ||
                fail "$program: no formula as $form"
        done
        mv "$folder/f.c" "$folder/formula.c"
        "$cc" -ffp-contract=off -Wall -Werror -o "$folder/formula" "$folder/formula.c" -lm
        here=$(sed -n 's/^    int64_t v\[\] = {\(.*\)};.*/\1/p' "$folder/formula.c" | tr -d ',')
        for found in "$("$folder/formula")" "$(python3 "$folder/f.python")"; do
            [ "$found" = "$ticks" ] || fail "$program: predicted are $ticks, by the formula $found"
        done
        # shellcheck disable=SC2086
        [ "$("$folder/formula" $here)" = "$ticks" ] || fail "$program: at $here it is not $ticks"
        python3 - "$folder" "$program" "$ticks" <<'END'
import json, sys
folder, program, ticks = sys.argv[1:]
f = json.load(open(folder + "/f.json"))
terms = f["terms"]
assert round(f["time_s"] * 1e12) == int(ticks.split()[0]), (program, f["time_s"])
assert abs(sum(t["time_s"] for t in terms) - f["time_s"]) <= 1e-9 * f["time_s"], program
assert all(t["why_open"] for t in terms if t["times"] is None), program
tex = open(folder + "/f.latex").read()
depth = 0
for i, c in enumerate(tex):
    if c in "{}" and tex[i - 1] != "\\":
        depth += 1 if c == "{" else -1
    assert depth >= 0, (program, tex[:i])
assert depth == 0 and tex.count("\\begin{") == tex.count("\\end{"), program
END
        count=$((count + 1))
    done
done
[ "$count" -ge 30 ] || fail "only $count samples"
