# exit 0
# What is passed beside the program's arguments may be found by these: not by MPI_Init.
fpredict dump --stage program begins.c >/dev/null
