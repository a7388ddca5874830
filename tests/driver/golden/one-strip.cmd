# exit 0
fpredict estimate one-strip.c --procs 1 --format json | grep parameters
fpredict estimate one-strip.c --procs 2 --format json | grep parameters
