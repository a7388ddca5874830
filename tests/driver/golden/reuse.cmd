# exit 0
# Between uses lie three rows of 200 floats, and 28 bytes more of each for where its lines begin: 2,484 bytes, and 12 N + 84: of
# N = 675 8,184, of 676 8,196. Of 200 elements of a row 25 7/8 are the first of a line, in 198 rows; 174 1/8 are on the line of the
# one before, 34,477 in all; 198 rows together are 4,950 lines and 7/8.
fpredict estimate reuse.c --machine ipsc860 --param cube.node.memory.caches[0].associativity_ways=256 --param cube.node.memory.caches[0].replacement=lru --at 16
