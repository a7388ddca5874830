# exit 2
fpredict estimate sum.c -- -O2 -I
