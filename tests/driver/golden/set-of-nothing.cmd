# exit 1
fpredict estimate sum.c --set M=3
