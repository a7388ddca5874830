# exit 2
fpredict estimate a.c -machine=cm5
