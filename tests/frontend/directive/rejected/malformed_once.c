#define N 10
float a[N];
float b[N];
float c[N];
float d[N];
#pragma xmp nodes p(4
#pragma xmp template t(0:N-1,)
#pragma xmp distribute t(block) onto p
#pragma xmp align a[i] with t(i)
#pragma xmp shadow a[1]
#pragma xmp reflect (a)
#pragma xmp loop on t(i)
#pragma xmp task on p(1)
#pragma xmp nodes q(4)
#pragma xmp template u(0:N-1), v(0:N-1), w(0:N-1
#pragma xmp distribute u(block onto q
#pragma xmp distribute v(block) onto q
#pragma xmp align b[i] with u(i)
#pragma xmp align c[i] v(i)
#pragma xmp align d[i] with v(i)
#pragma xmp shadow c[1]
#pragma xmp shadow d[1
#pragma xmp reflect (c, d)
#pragma xmp loop on w(i)
