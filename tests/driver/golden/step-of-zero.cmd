# exit 1
fpredict estimate step-of-zero.c
