/* What needs nothing that is not there: no warning. */
#define N 16
double a[N], b[N][N], c[N][N], one[N];
#pragma xmp nodes p[4]
#pragma xmp nodes q[2][2] = p
#pragma xmp nodes alone[1] = p[0:1]
#pragma xmp template t[N]
#pragma xmp distribute t[cyclic] onto p
#pragma xmp template t2[N][N]
#pragma xmp distribute t2[block][block] onto q
#pragma xmp template u[N]
#pragma xmp distribute u[block] onto alone
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i][j] with t2[i][j]
#pragma xmp align c[i][j] with t2[i][j]
#pragma xmp align one[i] with u[i]
#pragma xmp shadow b[1][1]

/* The nodes of a function are those of the file. */
void scale(double x[N])
{
#pragma xmp nodes p[4]
#pragma xmp template own[N]
#pragma xmp distribute own[cyclic] onto p
#pragma xmp align x[i] with own[i]
#pragma xmp loop on own[i]
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 2;
}

int main(void)
{
    scale(a);
#pragma xmp task on p[0]
    {
        a[0] = 1;
    }
#pragma xmp reflect (b)
#pragma xmp loop on t2[i][j]
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            for (int k = -1; k <= 1; k++)
                c[i][j] = b[i + k][j];
#pragma xmp loop on t2[i][*]
    for (int i = 0; i < N; i++) {
#pragma xmp loop on t2[*][j]
        for (int j = 0; j < N; j++)
            c[i][j] = b[i][j];
    }
#pragma xmp loop on u[i]
    for (int i = 0; i < N; i++)
        one[i] = 1;
    one[3] = one[4];
    return 0;
}
