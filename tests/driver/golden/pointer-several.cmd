# exit 0
# One of two arrays by a formal, passed on: a message over each of 3 borders, of 8 bytes, for either. By pointers
# that are moved before: each of 4 processors may need the 16 elements of each of the others, of either.
for case in 1 '1 -DIN_MAIN' 2 '2 -DIN_MAIN' 3; do
    fpredict estimate pointer-several.c -- -DCASE=$case 2>/dev/null |
        awk '$4 ~ /shift|irregular|broadcast/ { print $3, $4, $5, $6 " times:", $7, $8 == "≤" ? $9 : $8 }'
done
