#define N 100
float a[N];
#pragma xmp nodes a[4]
#pragma xmp nodes t[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto t
float b[N];
#pragma xmp align b[i] with t[i]
