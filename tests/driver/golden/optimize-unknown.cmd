# exit 2
fpredict estimate a.c --optimize vectorize
