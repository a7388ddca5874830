# exit 2
fpredict dump a.c --stage aaag
