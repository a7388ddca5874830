# exit 2
fpredict estimate a.c -O2
