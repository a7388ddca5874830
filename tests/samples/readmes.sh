#!/bin/bash
# Each sample's page shows commands that work as typed in the repository, and print
# what fits a terminal, but for dumps; and the table has a row for it.
#
#   readmes.sh FPREDICT
set -u
fpredict=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
export LC_ALL=C.UTF-8 CLICOLOR_FORCE=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$fpredict" "$work/bin/fpredict"
ln -s "$root/samples" "$root/frontend" "$work"
cd "$work" || exit 1
export PATH=$work/bin:$PATH
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

for sample in samples/*/; do
    page=${sample}README.md
    name=$(basename "$sample")
    [ -f "$page" ] || { fail "$sample has no README.md"; continue; }
    grep -q "^| \[$name\]($name/README.md) |" samples/README.md ||
        fail "samples/README.md has no row for $name"
    sed -n 's/^    \(cc\|fpredict\) /\1 /p' "$page" >commands
    grep -q '^cc ' commands || fail "$page does not say how the program is run"
    grep -q '^fpredict ' commands || fail "$page does not say what to try"
    while IFS= read -r command; do
        eval "$command" >out 2>&1 </dev/null || { fail "$page: $command"; cat out; }
        [ -s out ] || fail "$page: $command prints nothing"
        [[ $command == *' dump '* ]] || [ "$(LC_ALL=C.UTF-8 wc -L <out)" -le 100 ] ||
            fail "$page: $command is too wide"
    done <commands
done

# The front page shows what './dev demo' prints, and its everyday commands work.
page=$root/README.md
{
    fpredict compare samples/laplace/laplace.c --procs 4 --set N=256 \
        --alternatives 'T: (block,block) (block,*) (*,block)'
    fpredict annotate samples/laplace/laplace.c --procs 4 --set N=256
} >out 2>&1
sed -n '/^samples.laplace.* on ipsc860/,/^```/p' "$page" | grep -v '^```' >shown
[ "$(wc -l <shown)" -gt 20 ] || fail 'README.md shows no prediction'
while IFS= read -r line; do
    grep -qFx -- "$line" out || fail "README.md shows what is not printed: $line"
done <shown
grep '^fpredict [a-z]* ' "$page" | sed 's/   .*//' >commands
grep -q '^fpredict compare' commands || fail 'README.md shows no commands'
while IFS= read -r command; do
    eval "$command" >out 2>&1 </dev/null && [ -s out ] || fail "README.md: $command"
done <commands
[ "$(fpredict machines | grep -c "^[a-z0-9-]*  ")" = 16 ] || fail 'README.md: not 15 machines'
[ "$failures" -eq 0 ]
