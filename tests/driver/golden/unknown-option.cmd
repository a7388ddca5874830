# exit 2
fpredict estimate a.c --porcs 4
