#define N 100
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp task on p[2:0]
#pragma xmp task on p[2:-1]
#pragma xmp task on p(3:2)
#pragma xmp task on p[3:2:-1]
#pragma xmp task on t[10:0]
#pragma xmp barrier on t(10:9)
