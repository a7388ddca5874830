#define N 10
float a[N][N];
float b[N][N];
float c[N][N];
float x;
#pragma xmp nodes p[2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][*] onto p
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp align b[i][j] with t[i][j]
#pragma xmp shadow a[1][0]
#pragma xmp reflect (a)
#pragma xmp reflect (b)
#pragma xmp reflect (c)
#pragma xmp reflect (x)
#pragma xmp reflect (a) width(1)
#pragma xmp reflect (a) width(2,0)
#pragma xmp reflect (a) width(-1,0)
#pragma xmp reflect (a) width(*,0)
