# exit 1
fpredict estimate wide-shadow.c --procs 4
