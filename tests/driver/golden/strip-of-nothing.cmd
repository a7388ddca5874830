# exit 1
fpredict estimate trips.c --set trip@11=1 --set n=1 --set strip@19=0
