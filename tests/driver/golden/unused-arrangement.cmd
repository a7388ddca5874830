# exit 0
# Nothing is placed on R, so that there are 4 processors, not 8, and 6 need not be divided
# over its three dimensions. toy.yaml: a loop's setup 2, an iteration 1, a store 1:
# 2 + 16 × 2 = 34 with 16 elements each, and 2 + 11 × 2 = 24 with 11.
fpredict estimate unused-arrangement.c --machine ./toy.yaml --procs 6 --format csv
fpredict estimate unused-arrangement.c --machine ./toy.yaml
