#!/usr/bin/env bash
# Generates, builds and runs programs, and compares what they print with what their
# sources print as plain C.
#
#   run.sh ROOT LIST
#
# A line of LIST: source, processors, size (-DN=…), and distributions and options, or -
# for those of the source. From the environment: FPREDICT, MPICC, MPIRUN, SAME (same_output), RUNTIME
# (the folder with the library's objects).
set -euo pipefail
root=$1 list=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 count=0

complain() {
    echo "$source on $procs, N = $size, $distribution: $*" >&2
    failed=$((failed + 1))
}

run_one() {
    local options=() generated=0 plain=0
    for format in $distribution; do
        case $format in
        -) ;;
        --*) options+=("$format") ;;
        *) options+=(--distribute "$format") ;;
        esac
    done
    if ! "$FPREDICT" emit "$root/$source" --procs "$procs" "${options[@]}" -o "$work/generated.c" \
            -- "-DN=$size" 2>"$work/messages"; then
        complain "is not generated: $(grep -m1 error "$work/messages")"
        return
    fi
    "$MPICC" -O1 -w "-DN=$size" -I"$root/codegen/runtime" -I"$root/frontend/include" \
        "$work/generated.c" "$RUNTIME"/fpr_*.o -lm -o "$work/generated" || {
        complain "does not compile"
        return
    }
    cc -O1 -w "-DN=$size" -I"$root/frontend/include" "$root/$source" -lm -o "$work/plain"
    "$work/plain" >"$work/plain.out" || plain=$?
    timeout 120 "$MPIRUN" -n "$((${procs//x/*}))" "$work/generated" >"$work/generated.out" \
        2>"$work/messages" || generated=$?
    if [ "$plain" -ne "$generated" ]; then
        complain "exits with $generated, not $plain: $(head -3 "$work/messages")"
    elif ! "$SAME" "$work/plain.out" "$work/generated.out"; then
        complain "prints"; cat "$work/generated.out" >&2
        echo "and not" >&2; cat "$work/plain.out" >&2
    fi
}

while read -r source procs size distribution; do
    case $source in ''|'#'*) continue ;; esac
    count=$((count + 1))
    run_one </dev/null
done <"$list"
echo "$count programs, $failed wrong"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
