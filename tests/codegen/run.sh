#!/usr/bin/env bash
# Generates, builds and runs programs, and compares what they print with what their
# sources print as plain C.
#
#   run.sh ROOT LIST [PART OF]
#
# PART OF: the second quarter of the lines is 2 4, so that several of these can share a list. Lines that follow each
# other stay together, as plain C is compiled once for equal sources and sizes.
# A line of LIST: source (in ROOT, or with a path from /), processors, size (-DN=…), and distributions and options, or -
# for those of the source; collectives=ALGORITHM: on a machine all of whose collectives are done by it
# (plain.yaml with that algorithm). From the environment: FPREDICT, MPICC, MPIRUN (with its options),
# SAME (same_output), RUNTIME (the folder with the library's object); PROGRESS=1 says what runs.
set -euo pipefail
root=$1 list=$2 part=${3:-1} of=${4:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
total=$(grep -cvE '^ *(#|$)' "$list")
before=$((total * (part - 1) / of)) last=$((total * part / of))
failed=0 count=0 line=0

complain() {
    [ -z "${PROGRESS:-}" ] || printf '\r\033[K' >&2
    echo "$source on $procs, N = $size, $distribution: $*" >&2
    failed=$((failed + 1))
}

# What the source prints, into $plain_out; its exit status into $plain.
run_plain() {
    local name=${source//\//_}.$size
    plain_out=$work/$name.out
    if [ ! -e "$work/$name.status" ]; then
        plain=0
        cc -O1 -w "-DN=$size" -DXMP_SEQUENTIAL -DPLAIN_C -I"$root/frontend/include" "$path" -lm \
            -o "$work/plain"
        "$work/plain" >"$plain_out" || plain=$?
        echo "$plain" >"$work/$name.status"
    fi
    plain=$(cat "$work/$name.status")
}

run_one() {
    local path=$root/$source options=() generated=0 plain plain_out
    case $source in /*) path=$source ;; esac
    for format in $distribution; do
        case $format in
        -) ;;
        collectives=*)
            sed "s/algorithm: {value: [a-z_]*/algorithm: {value: ${format#*=}/" \
                "$root/tests/codegen/plain.yaml" >"$work/machine.yaml"
            options+=(--machine "$work/machine.yaml")
            ;;
        --*) options+=("$format") ;;
        *) options+=(--distribute "$format") ;;
        esac
    done
    if ! "$FPREDICT" emit "$path" --procs "$procs" "${options[@]}" -o "$work/generated.c" \
            -- "-DN=$size" 2>"$work/messages"; then
        complain "is not generated: $(grep -m1 error "$work/messages")"
        return
    fi
    "$MPICC" -O1 -w -fopenmp "-DN=$size" -I"$root/codegen/runtime" -I"$root/frontend/include" \
        "$work/generated.c" "$RUNTIME/runtime.o" -lm -o "$work/generated" 2>"$work/messages" || {
        complain "does not compile: $(grep -m1 error "$work/messages")"
        return
    }
    run_plain
    timeout "${LIMIT:-120}" $MPIRUN -n "$((${procs//x/*}))" "$work/generated" \
        >"$work/generated.out" 2>"$work/messages" || generated=$?
    if [ "$generated" -eq 124 ]; then
        complain "runs longer than ${LIMIT:-120} s"
    elif [ "$plain" -ne "$generated" ]; then
        complain "exits with $generated, not $plain: $(head -3 "$work/messages")"
    elif ! "$SAME" "$plain_out" "$work/generated.out"; then
        complain "prints"; cat "$work/generated.out" >&2
        echo "and not" >&2; cat "$plain_out" >&2
    fi
}

while read -r source procs size distribution; do
    case $source in ''|'#'*) continue ;; esac
    line=$((line + 1))
    [ "$line" -gt "$before" ] && [ "$line" -le "$last" ] || continue
    count=$((count + 1))
    [ -z "${PROGRESS:-}" ] || printf '\r\033[K%d of %d, %d wrong: %s on %s, N = %s, %s' "$count" \
        "$((last - before))" "$failed" "$source" "$procs" "$size" "$distribution" >&2
    run_one </dev/null
done <"$list"
[ -z "${PROGRESS:-}" ] || printf '\r\033[K' >&2
echo "$count programs, $failed wrong"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
