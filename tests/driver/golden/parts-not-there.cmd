# exit 1
fpredict estimate parts.c --procs 2x2
