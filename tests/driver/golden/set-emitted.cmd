# exit 0
fpredict emit sized.c --set N=16 --set steps=5 | grep -e 'define N' -e 'steps ='
