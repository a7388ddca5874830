# exit 0
# On 2×2 a processor sends the last row of each of its blocks, 4 elements, but nothing below row 7. By
# blocks of 4, 2 and 1 rows, of the processor with the most: 1 row, 2 and 4: 10 µs and 32, 64 and
# 128 µs. In all 2·1 rows of 32 bytes, 2·3 and 2·7.
fpredict compare compare-grids.c --machine ./toy.yaml --tune NB=1,2,4 --distribute 'T(cyclic(NB),block)'
