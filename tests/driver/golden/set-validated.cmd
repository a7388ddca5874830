# exit 0
fpredict validate sized.c --serial --set N=16 --set steps=5 --format json 2>/dev/null | grep '"size"'
