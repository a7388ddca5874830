#define N 100
#pragma xmp nodes p[2][4]
#pragma xmp nodes one[1] = p[0][0:1]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][*] onto q
#pragma xmp nodes q[8] = p
float a[N];
#pragma xmp align a[i] with t[i][0]
float x;
#pragma xmp bcast (a)
#pragma xmp bcast (x) from p
#pragma xmp bcast (x) from p[0][*]
#pragma xmp bcast (x) from p[0][*] on p[:][*]
#pragma xmp bcast (x) from p[:][0] on p[:][*]
#pragma xmp bcast (x) from one
#pragma xmp bcast (x) from t[3][*]
#pragma xmp bcast (x) from t[*][3]
#pragma xmp bcast (x) from p[1][3] on p[0][:]
#pragma xmp bcast (x) from p[1][3] on p[0:2][1:3]
#pragma xmp bcast (x) from p[1][0] on p[0:2][1:3]
#pragma xmp bcast (x) from p[1][2] on p[0:2][1:2:2]
#pragma xmp bcast (x) from p[0:2][1]
#pragma xmp bcast (x) from p[0][0] from p[0][1]
#pragma xmp bcast (x) form p[0][0]
