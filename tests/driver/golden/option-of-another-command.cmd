# exit 2
fpredict compare a.c --at 3
