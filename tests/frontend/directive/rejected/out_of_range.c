#define N 10
#pragma xmp nodes p(4)
#pragma xmp nodes q[4]
#pragma xmp template t(N)
#pragma xmp distribute t(block) onto p
#pragma xmp task on p(0)
#pragma xmp task on p(5)
#pragma xmp task on q[4]
#pragma xmp task on q[2:3]
#pragma xmp task on p(2:5)
#pragma xmp task on t(0)
#pragma xmp task on t(N + 1)
#pragma xmp bcast (p) from q[1]
#pragma xmp task on q[0:4:2]
#pragma xmp task on t(1:9:0)
#pragma xmp task on t(9:1:-2)
#pragma xmp task on t(1:11:2)
