# exit 1
fpredict estimate sum.c --entry nobody
