# exit 1
fpredict estimate sum.c --distribute 'S(block)'
