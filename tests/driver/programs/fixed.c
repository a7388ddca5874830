/* A template whose bounds and blocks are told later: 4 processors have 2, 6, 5 and 3 of 16
 * indices, and as many rows of 6 columns. */
#define N 16
int m[4] = {2, 6, 5, 3};
#pragma xmp nodes p[4]
#pragma xmp template t[:]
#pragma xmp distribute t[gblock(*)] onto p
#pragma xmp template u[N]
#pragma xmp distribute u[block] onto p
double a[N], b[N], c[N][6];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with u[i]
#pragma xmp align c[i][*] with t[i]
#pragma xmp shadow a[1]
#pragma xmp shadow c[2:1][0]
#pragma xmp template_fix [gblock(m)] t[N]

int main(void)
{
    double s = 0;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma xmp reflect (a)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        c[i][0] = a[i - 1] + a[i + 1];
#pragma xmp reflect (c)
#pragma xmp gmove
    b[:] = a[:];
#pragma xmp gmove
    a[0:8] = b[8:8];
#pragma xmp loop on u[i] reduction(+:s)
    for (int i = 0; i < N; i++)
        s += b[i];
    return s > 0;
}
