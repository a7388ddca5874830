#define N 16
#pragma xmp nodes p[4][4]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
float a[N][N];
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp shadow a[1][1]
#pragma xmp loop (i,j) on t[i][j] expand(1)
#pragma xmp loop (i,j) on t[i][j] expand
#pragma xmp loop (i,j) on t[i][j] margin(1:2:3, 0)
#pragma xmp loop (i,j) on t[i][j] margin(*, 0)
#pragma xmp loop (i,j) on t[i][j] margin(:2, 0)
#pragma xmp loop (i,j) on t[i][j] expand(1, /periodic/1)
#pragma xmp loop (i,j) on t[i][j] expand(1, 1) margin(1, 1)
#pragma xmp loop (i,j) on t[i][j] peel_and_wait(-1)
#pragma xmp loop (i,j) on t[i][j] peel_and_wait(1:2, -1, -1)
#pragma xmp loop (i,j) on t[i][j] peel_and_wait(1, -1, -1, -1)
#pragma xmp loop (i,j) on t[i][j] margins(1, 1)
#pragma xmp reflect (a) width(/unbound/1, 0)
