#define N 16
double a[N], b[N], c[N][N], x;
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp template v[N][N]
#pragma xmp distribute t[block] onto p
#pragma xmp distribute v[block][*] onto p
#pragma xmp align a[i] with t[i]
int main(void)
{
#pragma xmp gmove
    for (int i = 0; i < N; i++)
        a[i] = b[i];
#pragma xmp gmove
    a[:] = b[:] + 1;
#pragma xmp gmove
    a[:] += b[:];
#pragma xmp gmove both
    a[:] = b[:];
#pragma xmp gmove
    a[0:4] = c[0:4][0:4];
#pragma xmp array on t[:]
    a[0] = 1;
#pragma xmp array on t[:]
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma xmp array on p[:]
    a[:] = 1;
#pragma xmp array on v[:][:]
    b[:] = 1;
#pragma xmp array on t[:][:]
    b[:] = 1;
#pragma xmp array t[:]
    a[:] = 1;
#pragma xmp gmove
    return 0;
}
