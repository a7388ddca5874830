# exit 1
fpredict estimate sum.c --procs 2x2
