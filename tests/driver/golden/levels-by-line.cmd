# exit 0
# 200 rows of 800 bytes, each line once: 160,000 / 32 = 5,000 of the data cache's, 2,500 of the secondary one's.
fpredict estimate reuse.c --machine t3e --param torus.node.memory.caches[0].associativity_ways=16 --param torus.node.memory.caches[0].size=32KiB --memory-model reuse --by line
