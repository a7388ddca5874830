# exit 0
fpredict estimate intrinsic-extents.c >/dev/null && fpredict estimate intrinsic-extents.c --set N=20 >/dev/null
