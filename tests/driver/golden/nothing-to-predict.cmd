# exit 0
fpredict estimate plain.c; fpredict compare plain.c; fpredict annotate plain.c
