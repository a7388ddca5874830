# exit 0
# 16 of 64 elements have one owner by blocks and in cycles: 48 are sent. Alike, none is.
for case in '' -DALIKE; do
    fpredict estimate chain-formals.c --format json -- $case 2>/dev/null |
        grep -o '"messages": *[0-9]*' | head -1 | grep . || echo none
done
