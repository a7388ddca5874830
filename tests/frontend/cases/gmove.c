/* gmove and array: the statement is a nest of its own. */
#define N 16
double a[N], b[N], x[N], m[N][N], s;
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp template u(N)
#pragma xmp template v[N][N]
#pragma xmp distribute t[block] onto p
#pragma xmp distribute u(cyclic) onto p
#pragma xmp distribute v[block][*] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with u(i+1)
#pragma xmp align m[i][j] with v[i][j]
int main(void)
{
#pragma xmp gmove
    a[:] = b[:];
#pragma xmp gmove in
    x[0:4] = b[4:4];
#pragma xmp gmove out profile
    a[1] = x[2];
#pragma xmp gmove
    s = m[3][4];
#pragma xmp array on t[:]
    a[:] = a[:] + 1;
#pragma xmp array on u(2:5)
    x[1:4] = 0;
#pragma xmp array on v[2][:]
    m[2][:] += 1;
#pragma xmp array on v[3:4][*]
    x[3:4] = 3;
    return 0;
}
