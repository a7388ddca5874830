#define N 100
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
float a[N];
#pragma xmp align a[i] with t[i]
int b[5][10];
int s = 0;
float open[];
#pragma xmp bcast (b[1:2][:], b[4], s)
#pragma xmp reduction (+:b[0:3:2][9], s)
#pragma xmp bcast (b(1))
#pragma xmp bcast (b[1][2][3])
#pragma xmp bcast (s[0])
#pragma xmp bcast (a[0:10])
#pragma xmp reduction (max:b[5])
#pragma xmp reduction (max:b[3:3])
#pragma xmp reduction (max:b[-1])
#pragma xmp reduction (max:b[:][0:0])
#pragma xmp reduction (max:b[::0])
#pragma xmp reduction (max:b[*])
#pragma xmp reduction (max:open[:])
