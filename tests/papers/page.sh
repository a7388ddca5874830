#!/usr/bin/env bash
# page.sh FPREDICT FPREDICT-PAPERS
#
# Prints docs/published.md: what five papers claim, beside what fpredict predicts. `./dev accuracy`
# writes the page.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fpredict=$(realpath "$1")
papers=$(realpath "$2")
cd "$here/../.."
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

claims=$(mktemp -d)
trap 'rm -rf "$claims"' EXIT
"$papers" "$fpredict" "$here" "$claims"
head_of_page
cat "$claims/summary.md"
echo
part mohr "Mohr, Malony and Shanmugam 1995: Speedy, extrapolation of traces"
part sun "Sun, Pantano, Fahringer and Zhan 1999: SCALA"
part balasundaram "Balasundaram, Fox, Kennedy and Kremer 1991: a static estimator from training sets"
part sarukkai "Sarukkai and Malony 1993: perturbation analysis"
part parashar "Parashar and Hariri 1996: interpretive prediction of HPF"
