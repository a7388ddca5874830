#define N 100
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
float a[N];
#pragma xmp align a[i] with t[i][0]
float copies[N];
#pragma xmp align copies[i] with t[i][*]
float x;
int n;
#pragma xmp reduction (&:x)
#pragma xmp reduction (|:n)
#pragma xmp reduction (^:n,x)
#pragma xmp reduction (+:a)
#pragma xmp reduction (+:copies) on p[0][:]
#pragma xmp reduction (+:x/n/)
#pragma xmp reduction (firstmax:x)
#pragma xmp reduction (lastmin:x/n/)
#pragma xmp reduction (max:x,n,x)
#pragma xmp reduction (min:x) on p on p
#pragma xmp reduction (min:x) from p[0][0]
#pragma xmp reduction (max:p)
