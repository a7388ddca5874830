# exit 2
fpredict estimate sum.c -- @flags
