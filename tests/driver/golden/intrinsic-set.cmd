# exit 0
# Blocks of 4 rows of 16 doubles: each sends one row (128 bytes) to its neighbour; then a part
# of 4 by 4 (128 bytes) to each of the three others.
fpredict estimate intrinsic-set.c --set N=16 | grep -o '4    512 bytes\|12  1,536 bytes' | sort -u
