# exit 1
fpredict estimate trips.c --set trip@11=0 --set n=0 --set m=4 >/dev/null && fpredict estimate counted-hint.c --set n=-1
