# exit 1
fpredict estimate intrinsic-set.c
