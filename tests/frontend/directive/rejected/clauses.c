#define N 100
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
float a[N];
#pragma xmp align a[i] with t[i]
#pragma xmp shadow a[1]
float x;
#pragma xmp reflect (a) width(1) width(1)
#pragma xmp reflect (a) orthogonal on p
#pragma xmp reflect_do (a) width(1)
#pragma xmp barrier from p[0]
#pragma xmp barrier on p[0:2] on p[2:2]
#pragma xmp gmove width(1)
#pragma xmp loop on t[i] new(x)
