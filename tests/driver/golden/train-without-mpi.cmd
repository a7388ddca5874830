# exit 1
FPREDICT_FIT=/bin/true fpredict train --mpirun 'no-such-mpirun -n 2' --mpicc no-such-mpicc -o host.yaml
