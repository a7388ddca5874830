# exit 1
fpredict validate sized.c --serial --set N=16 --set steps=5
