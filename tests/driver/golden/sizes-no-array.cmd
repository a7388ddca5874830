# exit 1
fpredict estimate sizes.c --distribute 'T(gen_block(n))'
