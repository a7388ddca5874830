# exit 2
fpredict estimate a.c --procs 0
