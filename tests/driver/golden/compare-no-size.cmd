# exit 1
fpredict compare compare-grids.c --machine ./toy.yaml --distribute 'T(cyclic(NBB),block)'
