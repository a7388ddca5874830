#define N 64
double a[N], b[N], x[N], s, m[N][N], c[N][N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp template u[N]
#pragma xmp distribute t[block] onto p
#pragma xmp distribute u[cyclic] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with u[i]
#pragma xmp align m[i][*] with t[i]
#pragma xmp align c[*][i] with t[i]
int main(void)
{
#pragma xmp gmove
    a[:] = b[:];
#pragma xmp gmove in
    x[:] = b[:];
#pragma xmp gmove
    s = a[3];
#pragma xmp gmove
    a[7] = b[9];
#pragma xmp gmove
    m[:][:] = c[:][:];
#pragma xmp gmove
    a[0:32] = a[32:32];
#pragma xmp array on t[:]
    a[:] = a[:] + 1;
#pragma xmp array on t[0:60]
    m[0:60][:] = 0;
#pragma xmp array on t[:]
    x[:] = 1;
    for (int k = 0; k < 10; k++) {
#pragma xmp gmove
        a[k:2] = b[k:2];
    }
#pragma xmp task on p[1]
    {
#pragma xmp gmove out
        a[0:8] = x[0:8];
    }
    return 0;
}
