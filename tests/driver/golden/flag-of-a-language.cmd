# exit 2
fpredict estimate sum.c -- -x c++
