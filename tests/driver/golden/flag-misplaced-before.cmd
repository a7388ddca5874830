# exit 2
fpredict compare -DN=64 a.c
