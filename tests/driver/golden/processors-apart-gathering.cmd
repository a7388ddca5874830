# exit 1
# Each gets elements from many: messages are not counted to their end where none can be followed.
fpredict estimate ../../../samples/cg/cg.c --procs 1048576
