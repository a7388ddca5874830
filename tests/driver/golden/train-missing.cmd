# exit 1
FPREDICT_FIT=/bin/true fpredict train --mpirun no-such-mpirun --mpicc true -o no-such-folder/x.yaml --node-of ipsc86
