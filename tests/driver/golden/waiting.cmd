# exit 0
# toy.yaml: everything takes 1 µs, but a loop's setup 2, and a message of n bytes 10 + n.
# A strip of all 4 columns: both go through one strip, 2 + 1. Processor 0 has rows 1 … 3:
# 2 + 3 × 1 for line 9, 3 × (2 + 4 × 1) for line 10, 3 × 4 × (load + store) for line 11:
# 5 + 18 + 24 = 47, for which processor 1 waits; then a row of 4 doubles, 10 + 32; and
# rows 4 … 7: 6 + 24 + 32. 3 + 47 + 42 + 62 = 154. Balance: 50 and 65 of 65, 0.88.
fpredict estimate waiting.c --machine ./toy.yaml
