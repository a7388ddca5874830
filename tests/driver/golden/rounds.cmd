# exit 0
fpredict estimate rounds.c --set n=3 >/dev/null
