# exit 0
fpredict estimate recursion_twice.c --procs 1 --format json | grep '"complete"'
fpredict estimate recursion_twice.c --procs 1 --set trip@6=177 --format json | grep '"complete"'
fpredict estimate recursion_twice.c --procs 1 --set trip@6=177 --by unit | grep -c ' 177 .*CondtD'
