# exit 0
# toy.yaml: everything takes 1 µs, but a loop's setup 2, a call 5, printf 20, and a
# message of n bytes 10 + n. On each of two processors:
#   22  2 + 4 × 1 loop; 23: 4 × 1 store
#   28  one double out, one in: 10 + 8; before line 25, which writes no 'a'
#   25  2 + 10 × 1; 27: 10 × (2 + 3 × 1); 28: 30 × (2 loads, 1 add, 1 store)
#   30  10 × (1 load + 1 compare) computing, 10 conditions + 2 taken branches
#   31  2 × 5; 15: 2 × (2 + 4 × 1); 16: 8 × (load, multiply, store): then 10 + 12 + 24
#   33  8 × 1 store; 35: 20 + 1 load
# 6 + 4 + 18 + 12 + 50 + 120 + 32 + 46 + 8 + 21 = 317.
fpredict estimate phases.c --machine ./toy.yaml --by unit
