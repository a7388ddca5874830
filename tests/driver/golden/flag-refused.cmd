# exit 1
fpredict estimate sum.c -- -std=c++17 -Wall
