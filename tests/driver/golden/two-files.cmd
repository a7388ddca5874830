# exit 2
fpredict estimate a.c b.c
