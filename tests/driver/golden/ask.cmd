# exit 0
printf 'x\n3\n2\n' | script -qec "stty -echo; '$fpredict_path' estimate ask.c --ask --color never" /dev/null | tr -d '\r' | grep -o "'x' is no whole number of 64 bits\|sweeps = 3, kind = 2"
