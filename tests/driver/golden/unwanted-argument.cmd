# exit 2
fpredict estimate a.c --remarks=all
