# exit 2
fpredict estimate a.c --format jsn
