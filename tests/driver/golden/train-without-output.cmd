# exit 2
fpredict train --mpirun 'mpirun -n 2'
