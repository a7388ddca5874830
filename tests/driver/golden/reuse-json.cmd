# exit 0
# As reuse.cmd has it.
fpredict estimate reuse.c --machine ipsc860 --param cube.node.memory.caches[0].associativity_ways=256 --param cube.node.memory.caches[0].replacement=lru --at 16 --format json
