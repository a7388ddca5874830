# exit 0
# A message takes 10 µs and 1 µs a byte. 2×2: a row of 4 elements to the processors below, 32 bytes,
# 42 µs. 4×1: a row of 8, 74 µs. On 1×4 nothing moves. In all 2 messages of 32 bytes, and 3 of 64.
fpredict compare compare-grids.c --machine ./toy.yaml --procs 1x4,2x2,4x1 --distribute 'T(block,block)'
