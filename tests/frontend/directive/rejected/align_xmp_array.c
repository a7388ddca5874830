#define N 10
float a[N];
float b[N];
#pragma xmp align a[i] with b[i]
#pragma xmp nodes p[2]
#pragma xmp distribute b[block] onto p
