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
completes 'compare' help comp
completes '/dev/null' estimate /dev/nul
completes '' machines --procs

for shell in zsh fish; do
    script=$("$fpredict" help --completion $shell)
    for word in estimate validate granularity 'statement line block'; do
        [[ $script == *"$word"* ]] || { echo "FAILED: $shell lacks $word"; failures=$((failures + 1)); }
    done
    command -v $shell >/dev/null && { $shell -n <(printf '%s\n' "$script") || failures=$((failures + 1)); }
done
[ "$failures" -eq 0 ]
