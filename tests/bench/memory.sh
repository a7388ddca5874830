#!/usr/bin/env bash
# What an evaluation costs with each of the memory models, in time and in instructions: of Laplace,
# for N from 1,000 to 1,000,000, and of each kernel of PolyBench. Judges nothing.
#
#   memory.sh FOLDER_OF_BENCH [POLYBENCH [SET]]
#
# FOLDER_OF_BENCH has fpredict-bench-memory. POLYBENCH is a checkout of PolyBench/C 4.2.1 (the folder
# with utilities/), SET one of its data sets (MINI). Instructions need valgrind. "random" and "lru" are
# how the iPSC/860's cache replaces: the first is as it is.
set -euo pipefail
bench=$1/fpredict-bench-memory suite=${2:-} set=${3:-MINI}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

kernels=()
if [ -n "$suite" ]; then
    mkdir "$folder/kernels"
    "$here/../accuracy/cachegrind.sh" "$bench" "$suite" -w "$folder/kernels"
    kernels=("$folder"/kernels/*)
fi

# "NAME…: INSTRUCTIONS": of each second evaluation.
instructions() {
    local number=0 name
    valgrind --tool=callgrind --callgrind-out-file="$folder/counts" --toggle-collect=estimator_eval \
        --dump-after=estimator_eval "$bench" -n -d "$set" ${kernels[@]+"${kernels[@]}"} 2>"$folder/said" |
        while read -r name; do
            number=$((number + 2))
            echo "$name $(awk '/^totals:/ { print $2 }' "$folder/counts.$number")"
        done
}

: >"$folder/instructions"
if command -v valgrind >/dev/null; then instructions >"$folder/instructions"; fi
"$bench" -d "$set" ${kernels[@]+"${kernels[@]}"} |
    awk -v counts="$folder/instructions" '
        BEGIN { while ((getline line < counts) > 0) { n = split(line, part, " "); count[++lines] = part[n] } }
        { time = $(NF - 1); model = $(NF - 2); cache = $(NF - 3)
          if (model == "paper") { paper = time; paper_count = count[NR]; next }
          name = $0
          sub(/ +(random|lru) .*/, "", name)
          if (NR == 2) printf "%-21s %-7s %-7s %10s %10s %6s %12s %12s %6s\n", "", "", "", "paper us", "us", "times",
              "paper instr.", "instr.", "times"
          printf "%-21s %-7s %-7s %10.1f %10.1f %6.2f", name, cache, model, paper, time, time / paper
          if (count[NR]) printf " %12d %12d %6.2f", paper_count, count[NR], count[NR] / paper_count
          print ""
          if (name !~ /N =/ && time > most[model]) { most[model] = time; largest[model] = name " " cache } }
        END { for (model in most)
                  printf "the longest of PolyBench, %s, %s: %s, %.1f us\n", "'"$set"'", model, largest[model], most[model] }'
