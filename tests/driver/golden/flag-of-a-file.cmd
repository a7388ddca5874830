# exit 2
fpredict estimate sum.c -- other.c
