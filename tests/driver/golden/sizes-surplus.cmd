# exit 1
fpredict estimate sizes.c --procs 3
