# exit 1
fpredict estimate a.c b.c
