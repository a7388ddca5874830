# exit 0
printf '%s\n' -5 3 1 | script -qec "stty -echo; '$fpredict_path' estimate trips.c --ask --color never" /dev/null | tr -d '\r' | grep -o "A loop is not executed -5 times\|trip@11 = 3"
