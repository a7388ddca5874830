# exit 2
fpredict estimat a.c
