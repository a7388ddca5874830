# exit 2
fpredict estimate a.c --set N=8:4
