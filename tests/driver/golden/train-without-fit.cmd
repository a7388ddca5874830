# exit 1
FPREDICT_FIT=./no-such-fit fpredict train --mpirun 'mpirun -n 2' -o host.yaml
