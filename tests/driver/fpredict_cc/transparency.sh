#!/bin/bash
# fpredict-cc is the compiler: same files, but for the records beside objects, exit code and output for the same
# arguments, with -fpredict and without.
#
#   transparency.sh FPREDICT_CC CLANG
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
predictor 'exit 0' # says nothing, so that all output is the compiler's

# run_in RESULT PROGRAM ARGUMENT…: runs in a fresh copy of the sources, always of
# the same name (it is part of objects and messages), kept as RESULT.
run_in() {
    local result=$1
    shift
    rm -rf run "$result"
    cp -r sources run
    (
        cd run
        if [ -n "${input-}" ]; then exec <"$input"; else exec </dev/null; fi
        "$@" >stdout 2>stderr
        echo $? >status
    )
    # The names of temporary files differ from run to run.
    sed -i -E 's#/tmp/[A-Za-z0-9_.-]+-[0-9a-f]{6}\.(o|s|c)#TEMPORARY.\1#g' run/stderr
    mv run "$result"
}

# same ARGUMENT…: holds both programs to each other.
same() {
    run_in expected "$clang" "$@"
    local option
    for option in '' -fpredict; do
        run_in got "$cc" $option "$@"
        diff -r -x '*.o.fpredict' expected got >difference || { # but for records of objects
            fail "$cc $option $*"
            cat difference
        }
    done
}

same -c plain.c
same -c hpf.c
same -O2 -g -c hpf.c
same -O2 -g -flto -c hpf.c -o name.o
same -c hpf.c -oname.o
same -MD -MF dependencies.mk -MT target -c hpf.c
same -MMD -c hpf.c
same -MD -MP -O1 -c hpf.c plain.c
same -M hpf.c
same -MM -MG hpf.c
same -S hpf.c
same -S -emit-llvm -o hpf.ll hpf.c
same -E hpf.c
same -E -dM hpf.c -o macros
same -fsyntax-only hpf.c
same -Wall -c plain.c
same -Wall -Werror -c plain.c
same -Wall -Wextra -fcolor-diagnostics -c plain.c
same -Wno-everything -c hpf.c
same -w -c plain.c
same hpf.c
same hpf.c plain.c other.c -o program
same -O2 hpf.c -lm -Wl,--as-needed -o program
same -c hpf.c plain.c other.c
same -c -I . user.c
same -c -include forced.h hpf.c
same -D 'NAME="a b"' '-DX=1 + 2' -c hpf.c
same -save-temps -c hpf.c
same -x c -c hpf.txt
same -x c -c hpf.txt -x none plain.c
same -c hpf.txt
same -xc -c hpf.txt -o hpf.o
same -c -- hpf.c
same -fstack-usage -c hpf.c
same -grecord-command-line -g -c plain.c

same -### -c hpf.c
same -### hpf.c plain.c
same -v -c plain.c
same --version
same -print-resource-dir
same
same -c
same -c missing.c
same -c broken.c
same -c broken.c hpf.c
same -fno-such-option -c hpf.c
same -c hpf.c -o missing/hpf.o
same -c @missing.rsp
same -c hpf.c -o
same -Xclang -fpredict -c hpf.c

input=hpf.c same -x c -c -
input=hpf.c same -x c -c - -o hpf.o
input=plain.c same -x c -Wall -c -
input=plain.c same -x c -E -
input=plain.c same -c -
input=broken.c same -x c -c -
input=/dev/null same -x c -c -

printf '%s\n' "-O2 -D'NAME=\"a b\"' -DX=a\\ b" '"-DY=c\d" -c' >sources/plain.rsp
echo '@plain.rsp hpf.c' >sources/nested.rsp
same @plain.rsp plain.c
same @plain.rsp hpf.c
same @nested.rsp
same -### @nested.rsp

# Objects are linked the same, whatever is on the command line besides.
"$clang" -c sources/hpf.c -o sources/hpf_main.o
same hpf_main.o -o program
same hpf_main.o other.c -o program

# Response files with fpredict's own options: the compiler must not see them.
printf '%s\n' '-fpredict -O2 -fpredict-procs=4' '-DNAME="\"a\\\\b c\""' "-c 'hpf.c'" -Rno-predict \
    >sources/ours.rsp
printf '%s\n' '-O2' '-DNAME="\"a\\\\b c\""' "-c 'hpf.c'" >sources/theirs.rsp
echo '-MD @ours.rsp' >sources/ours_nested.rsp
echo '-MD @theirs.rsp' >sources/theirs_nested.rsp
for name in '' _nested; do
    run_in expected "$clang" -g @theirs$name.rsp
    run_in got "$cc" -g @ours$name.rsp
    diff -r -x '*.o.fpredict' expected got || fail "a response file with options of fpredict ($name)"
done

# Written anew, any response file must be read back as it was: random ones, of
# the characters that quoting is about.
RANDOM=7
letters=(a b ' ' $'\t' $'\n' "'" '"' '\\')
for i in $(seq 60); do
    text=-DX=
    for j in $(seq $((RANDOM % 12))); do
        text+=${letters[RANDOM % 8]}
    done
    printf '%s' "-c sources/plain.c $text" >sources/random.rsp
    printf '%s' "-Rpredict -c sources/plain.c $text" >sources/random_ours.rsp
    expected=$("$clang" -### @sources/random.rsp 2>&1)
    [ "$("$cc" -### @sources/random_ours.rsp 2>&1)" = "$expected" ] ||
        fail "a response file with $(printf %q "$text")"
done

# The value of an option is not an option of fpredict, whatever it looks like:
# for every option that clang says takes one in an argument of its own.
options=$("$clang" --help-hidden | sed -nE 's/^  (--?[A-Za-z_-]+) +<.*/\1/p' | sort -u)
[ "$(wc -w <<<"$options")" -gt 50 ] || fail 'the list of options with values is short'
for option in $options; do
    expected=$("$clang" -### "$option" -fpredict -c sources/hpf.c 2>&1)
    [ "$("$cc" -### "$option" -fpredict -c sources/hpf.c 2>&1)" = "$expected" ] ||
        fail "the value of $option"
done

# Every option of fpredict is kept from the compiler, with -fpredict or without.
ours=(-fpredict-machine=ipsc860 -fpredict-procs=4 -fpredict-set=N=8 '-fpredict-distribute=T(block)'
      -fpredict-compare '-fpredict-compare=T: (block)' -fpredict-annotate -fpredict-annotate=a.c
      -fpredict-report=json:a.json -Rpredict -Rno-predict -Wpredict -Wno-predict -Werror=predict
      -Wno-error=predict -fno-predict)
run_in expected "$clang" -O2 -c hpf.c
for option in "${ours[@]}"; do
    run_in got "$cc" "$option" -O2 -c hpf.c
    diff -r -x '*.o.fpredict' expected got || fail "$option without -fpredict"
    run_in got "$cc" -fpredict "$option" -O2 -c hpf.c
    diff -r -x '*.o.fpredict' expected got || fail "$option with -fpredict"
done

# Directives are no mistake, under any warnings; a source without directives
# keeps the warnings of other pragmas (above: plain.c).
for warnings in '-Wall -Werror' '-Weverything -Wno-missing-variable-declarations' \
                '-Wunknown-pragmas -Werror=unknown-pragmas'; do
    run_in got "$cc" $warnings -fpredict -c hpf.c
    [ "$(cat got/status)" = 0 ] && ! grep -q pragma got/stderr || {
        fail "directives under $warnings"
        cat got/stderr
    }
    run_in got "$cc" -fpredict $warnings -c -- user.c
    [ "$(cat got/status)" = 0 ] && ! grep -q pragma got/stderr ||
        fail "directives of a header under $warnings"
done

finish
