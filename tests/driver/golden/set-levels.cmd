# exit 0
time_of() { fpredict estimate "$@" --format json | sed -n 's/^ *"time_s": \(.*\),$/\1/p'; }
as_said() { sed "s/levels = 3/levels = $1/; s/MOST [0-9]*$/MOST $2/" levels.c | time_of -; }
[ "$(time_of levels.c --set levels=2 --set MOST=2)" = "$(as_said 2 2)" ] && echo as if the source said so
[ "$(time_of levels.c --set levels=2,3 --set MOST=3,4)" = "$(as_said 2 3; as_said 2 4; as_said 3 3; as_said 3 4)" ] && echo each as if the source said so
