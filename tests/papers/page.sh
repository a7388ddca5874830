#!/usr/bin/env bash
# page.sh FPREDICT FPREDICT-PAPERS
#
# Prints docs/published.md: what five papers claim, beside what fpredict predicts. `./dev accuracy`
# writes the page.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$1")
papers=$(realpath "$2")
cd "$here/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The papers' figures are predicted as they were: with misses by sizes.
export PROGRAM=$program
fpredict=$here/by_sizes.sh
# shellcheck source=tests/accuracy/predict.sh
. "$here/../accuracy/predict.sh"
for tables in "$here"/tables/*.sh; do
    # shellcheck source=/dev/null
    . "$tables"
done

# worked NAME: a table that is worked out from predictions.
worked() {
    "$(dirname "$papers")/fpredict-papers-tables" "$fpredict" "$1"
}

# part NAME TITLE: a paper's claims, and its tables.
part() {
    echo "## $2"
    echo
    cat "$claims/$1.md"
    echo
    "$1"
}

head_of_page() {
    cat <<'END'
# Held against published figures

Five papers describe what fpredict is to be. Each of their claims is here, in the papers' order, with
what fpredict says beside it. No machine was run for this page: times are predictions, and what can
be compared is mostly which choice is better, where that changes, and how programs scale. Programs
that were run are in [accuracy.md](accuracy.md), predictions for all samples in
[predictions.md](predictions.md). `./dev accuracy` makes the page.

Cache misses are found by sizes here (`--memory-model paper`), as the papers found them. What changes with the model that
is used without that option is [at the end](#with-misses-as-caches-have-them), row by row.

The claims were drawn up from the papers' texts alone, by somebody who had not seen this page
(`tests/papers/claims`); 16 that were left out were added by later readers, who had. `tests/papers/answers`
has an answer to each, and a test fails where one has none. Verdicts:

- **holds**: a statement that is true of our figures, or a number that ours equals within 1 %. What follows it
  says what it rests on where that is less than it seems: where our file has the paper's own values, or a rule
  was chosen by the very figure, agreement confirms nothing but our arithmetic;
- **differs by**: a number that is another one here, with the cause where it is more than 20 % off;
- **does not hold**: a statement that is not true of our figures, with the cause;
- **cannot be held**: nothing of ours can be compared with it, and why;
- **built**: a method, or something for users, and what of fpredict does it;
- **not built**: it is not there yet, or not all of it.

Papers are cited by authors and year; [machines.md](machines.md#the-papers) has them in full. A name
in `code` after a verdict is a test that holds the row.

END
}

# cells FILE: of each claim where it stands, what it says, what is predicted, and the verdict's first words, between tabs.
cells() {
    awk -F ' [|] ' '/^[|] / && NF == 4 && $1 !~ /^[|] where/ {
        sub(/^[|] /, "", $1)
        sub(/ [|]$/, "", $4)
        verdict = $4
        sub(/;.*/, "", verdict)
        if (match(verdict, /^[*][*][^*]*[*][*]/)) verdict = substr(verdict, 3, RLENGTH - 4)
        else sub(/[:,.] .*/, "", verdict)
        print $1 "\t" substr($2, 1, 90) (length($2) > 90 ? "…" : "") "\t" $3 "\t" verdict
    }' "$1"
}

# Claims whose figures are others with the model that is used without an option: in which the number is nearer to the
# paper's, and in which further off.
changes() {
    cat <<'END'
## With misses as caches have them

The rows above whose figure or verdict is another one without `--memory-model paper`: with misses from how far back
lines were used, and samples (`--memory-model sampled`, [model.md](model.md#misses-from-reuse)). The papers' tools knew no
sets; a row that moves away may be the truer one. What follows a verdict above is not repeated.

END
    local name
    for name in mohr sun balasundaram sarukkai parashar; do
        paste <(cells "$claims/$name.md") <(cells "$claims/now/$name.md")
    done >"$work/pairs"
    awk -F '\t' '
        function off(verdict) { # how far, in percent; 0: holds; 1000: does not hold
            if (verdict ~ /^holds/) return 0
            if (verdict ~ /does not hold/) return 1000
            if (match(verdict, /[-+]?[0-9.]+ %/)) { x = substr(verdict, RSTART, RLENGTH) + 0; return x < 0 ? -x : x }
            return -1
        }
        BEGIN { print "| where | the paper | by sizes | as caches have them | verdicts | the row |"
                print "|---|---|---|---|---|---|" }
        $3 == $7 && $4 == $8 { same++; next }
        { was = off($4); is = off($8)
          how = was < 0 || is < 0 || was == is ? "stays" : is < was ? "comes closer" : "moves away"
          count[how]++
          print "| " $1 " | " $2 " | " $3 " | " $7 " | " ($4 == $8 ? $4 : $4 " → " $8) " | " how " |" }
        END { printf "\n%d rows come closer, %d move away, %d keep their verdict with another figure; %d are the same.\n",
                     count["comes closer"], count["moves away"], count["stays"], same }' "$work/pairs"
}

claims=$work/claims
mkdir -p "$claims/now"
"$papers" "$fpredict" "$here" "$claims"
# Causes are told of the figures by sizes, so that others may lack one.
"$papers" "$program" "$here" "$claims/now" >/dev/null 2>&1 || true
head_of_page
cat "$claims/summary.md"
echo
part mohr "Mohr, Malony and Shanmugam 1995: Speedy, extrapolation of traces"
part sun "Sun, Pantano, Fahringer and Zhan 1999: SCALA"
part balasundaram "Balasundaram, Fox, Kennedy and Kremer 1991: a static estimator from training sets"
part sarukkai "Sarukkai and Malony 1993: perturbation analysis"
part parashar "Parashar and Hariri 1996: interpretive prediction of HPF"
echo
changes
