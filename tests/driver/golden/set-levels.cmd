# exit 0
time_of() { fpredict estimate "$@" --format json | sed -n 's/^  "time_s": //p'; }
[ "$(time_of levels.c --set levels=2 --set MOST=2)" = "$(sed 's/levels = 3/levels = 2/; s/MOST [0-9]*$/MOST 2/' levels.c | time_of -)" ] && echo as if the source said so
fpredict estimate levels.c --set levels=2,3 --set MOST=3,4 --format csv | cut -d, -f8,9
