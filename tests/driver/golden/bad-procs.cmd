# exit 2
fpredict estimate a.c --procs 2x
