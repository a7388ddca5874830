#!/bin/bash
# fpredict --script: the output is that of its commands, one after the other; words are those that
# a shell would make of the line; errors have file and line, and end it unless it keeps going.
#
#   script.sh FPREDICT ROOT
set -u
fpredict=$1 root=$2 failures=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cp "$root/samples/laplace/laplace.c" .
cp laplace.c 'with blank.c'
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

cat >all.fp <<'END'
# Commands, one a line.
estimate laplace.c --procs 4 --set N=64 --format csv  # a comment

    fpredict compare laplace.c --alternatives 'T: (block,*) (*,block)' \
        --procs 2 --set N=32 --format csv
estimate "with blank.c" --procs 2 --set N=32 --format csv
estimate with\ blank.c --procs 2 --set "N=3"'3' --format csv -- -DTEXT='"a # b"'
END
{
    "$fpredict" estimate laplace.c --procs 4 --set N=64 --format csv
    "$fpredict" compare laplace.c --alternatives 'T: (block,*) (*,block)' --procs 2 --set N=32 \
        --format csv
    "$fpredict" estimate 'with blank.c' --procs 2 --set N=32 --format csv
    "$fpredict" estimate 'with blank.c' --procs 2 --set N=33 --format csv -- '-DTEXT="a # b"'
} >expected 2>&1
"$fpredict" --script all.fp >out 2>&1 || fail "all.fp exits with $?"
[ -s expected ] && diff expected out >difference || fail "all.fp: $(cat difference)"
printf 'machines\r\n' >dos.fp
"$fpredict" --script dos.fp >out 2>&1 || fail "lines that end as DOS has them: $(cat out)"

# One that fails ends it; its exit code is the script's. With --keep-going the next ones are run.
cat >failing.fp <<'END'
compilers
estimate missing.c
estimate laplace.c --no-such-option
compilers
END
runs() { # exit code, how often 'compilers' is run, arguments
    "$fpredict" --script failing.fp "${@:3}" >out 2>said
    code=$?
    [ "$code" -eq "$1" ] || fail "failing.fp ${*:3}: exits with $code, not $1"
    [ "$(grep -c '^compiler  ' out)" -eq "$2" ] || fail "failing.fp ${*:3}: prints $(cat out)"
    grep -q '^failing.fp:2:1: error: this command fails, with exit code 1' said ||
        fail "failing.fp ${*:3}: says $(cat said)"
}
runs 1 1
grep -q '2 commands after it are not run' said || fail "does not say what is left: $(cat said)"
runs 1 2 --keep-going
grep -q '^failing.fp:3:1: error: this command fails, with exit code 2' said ||
    fail "--keep-going says $(cat said)"

# What is no command line, at its place, before anything is run.
refuses() { # exit code, what is said, the script's text
    printf -- "$3" >wrong.fp
    "$fpredict" --script wrong.fp >out 2>said
    code=$?
    [ "$code" -eq "$1" ] || fail "'$3' exits with $code, not $1"
    grep -q -- "$2" said || fail "'$3': does not say '$2': $(cat said)"
    [ -s out ] && fail "'$3': prints $(cat out)"
}
refuses 1 'wrong.fp:2:10: error: this quotation mark' "compilers\nestimate 'laplace.c\n"
refuses 1 'wrong.fp:1:10: error: this quotation mark' 'estimate "laplace.c\\"'
refuses 2 'does not run another one' '--script all.fp\n'
refuses 2 'does not run another one' '--scr all.fp\n'
refuses 1 'it has a byte 0' 'compilers\n\000\n'
"$fpredict" --script nothing.fp >out 2>said && fail "a script that is not there"
grep -q "cannot read 'nothing.fp'" said || fail "says $(cat said)"
"$fpredict" --script all.fp more >out 2>said
[ $? -eq 2 ] || fail "a word beside --script is no wrong usage: $(cat said)"
printf '# nothing\n' >empty.fp
"$fpredict" --script empty.fp >out 2>&1 && [ ! -s out ] || fail "an empty script: $(cat out)"

echo "script.sh: $failures failures"
[ "$failures" -eq 0 ]
