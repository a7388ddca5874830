# exit 1
fpredict emit sized.c --set M=16 --set N=1,2 -o /dev/null
