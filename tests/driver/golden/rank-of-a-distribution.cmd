# exit 1
fpredict estimate sum.c --distribute 'T(block,*)'
