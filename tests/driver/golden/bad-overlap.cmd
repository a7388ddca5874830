# exit 2
fpredict estimate a.c --overlap 2
