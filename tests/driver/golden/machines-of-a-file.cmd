# exit 2
fpredict machines a.c
