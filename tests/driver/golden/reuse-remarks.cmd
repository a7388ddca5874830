# exit 0
# 12 N + 84 bytes, as in reuse.cmd: more than 8,192 from N = 676 on.
fpredict estimate reuse.c --machine ipsc860 --param cube.node.memory.caches[0].associativity_ways=256 --param cube.node.memory.caches[0].replacement=lru --remarks
