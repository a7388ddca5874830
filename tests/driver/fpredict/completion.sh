#!/bin/bash
# What the shells complete; the bash that runs this tries its own.
#
#   completion.sh FPREDICT
set -u
fpredict=$1 failures=0
eval "$("$fpredict" help --completion bash)" || exit 1

# completes EXPECTED WORD…: the last word is what is typed so far.
completes() {
    local expected=$1
    shift
    COMP_WORDS=(fpredict "$@") COMP_CWORD=$#
    _fpredict
    [ "${COMPREPLY[*]-}" = "$expected" ] || {
        echo "FAILED: '$*' gives '${COMPREPLY[*]-}', not '$expected'"
        failures=$((failures + 1))
    }
}
completes 'estimate' est
completes '--machine' estimate --mach
completes '--format' compare --form
completes 'json' estimate a.c --format j
completes 'text json markdown' validate --format ''
completes 'dot' dump --as d
completes 'compare compilers' help comp
completes '--compiler' estimate --comp
completes '/dev/null' estimate /dev/nul
completes '' machines --procs

completes '--jobs' compare --jo

# The words of fpredict-cc, as bash splits them: '=' stands by itself.
eval "$("$fpredict" help fpredict-cc --completion bash)" || exit 1
completes_cc() {
    local expected=$1
    shift
    COMP_WORDS=(fpredict-cc "$@") COMP_CWORD=$#
    _fpredict_cc
    [ "${COMPREPLY[*]-}" = "$expected" ] || {
        echo "FAILED: fpredict-cc '$*' gives '${COMPREPLY[*]-}', not '$expected'"
        failures=$((failures + 1))
    }
}
completes_cc '-fpredict-machine=' -c -fpredict-mach
completes_cc '-fpredict-compare -fpredict-compiler=' -fpredict-comp
completes_cc '-fpredict-compare' -fpredict-compa
completes_cc '-fno-predict' -fno-p
completes_cc '-Werror=predict' -Werror=p
completes_cc '-Wpredict -Wno-predict -Werror=predict' -W
completes_cc 'text json csv' -fpredict-report =
completes_cc 'json' -fpredict-report = j
completes_cc 'statement' -O2 -fpredict-granularity = s
completes_cc '/dev/null' -c /dev/nul

check_shell() {
    local shell=$1 script=$2 word
    shift 2
    for word in "$@"; do
        [[ $script == *"$word"* ]] || { echo "FAILED: $shell lacks $word"; failures=$((failures + 1)); }
    done
    command -v $shell >/dev/null && { $shell -n <(printf '%s\n' "$script") || failures=$((failures + 1)); }
}
for shell in zsh fish; do
    check_shell $shell "$("$fpredict" help --completion $shell)" \
        estimate validate granularity 'statement line block'
    check_shell $shell "$("$fpredict" help fpredict-cc --completion $shell)" \
        -fpredict-spmd -fpredict-procs= -Rno-predict
done
[ "$failures" -eq 0 ]
