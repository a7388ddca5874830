# exit 1
fpredict estimate trips.c --set trip@11=-5 --set n=1
