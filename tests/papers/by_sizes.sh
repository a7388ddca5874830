#!/bin/sh
# by_sizes.sh COMMAND [ARGUMENT...]
#
# $PROGRAM, which is fpredict, with misses by sizes, as the papers' tools found them.
command=$1
shift
case $command in
estimate | compare) exec "$PROGRAM" "$command" --memory-model paper "$@" ;;
*) exec "$PROGRAM" "$command" "$@" ;;
esac
