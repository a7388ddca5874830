# exit 2
fpredict train host.raw --mpirun 'mpirun -n 2' -o host.yaml
