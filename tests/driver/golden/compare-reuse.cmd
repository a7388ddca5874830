# exit 0
# Rows of 1,024 floats, three and 28 bytes more of each for where its lines begin: 3 (4,096 + 28) = 12,372 bytes; of a quarter of
# them 3 (1,024 + 28) = 3,156. The one misses three times a line, 3 · 256 · 128 = 98,304 and a few for where rows begin; the other
# once, 1,024 · 32 = 32,768 and 7/8.
fpredict compare reuse-rows.c --machine ipsc860 --param cube.node.memory.caches[0].associativity_ways=256 --param cube.node.memory.caches[0].replacement=lru --memory-model reuse --alternatives 'T: (block,*) (*,block)' --no-warnings
