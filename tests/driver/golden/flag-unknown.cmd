# exit 1
fpredict estimate sum.c -- -O2 -foo
