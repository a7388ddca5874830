# exit 1
fpredict estimate trips.c --set trip@11=0 --set n=-7
