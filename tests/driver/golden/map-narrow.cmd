# exit 0
COLUMNS=31 fpredict compare map.c --machine ./toy.yaml --procs 2,4 --set N=4,8 --alternatives 'T: (block,*) (cyclic,*)' | head -10
