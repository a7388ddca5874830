/* One Jacobi sweep in XcalableMP: a reflect moves the whole shadow. */
#define N 20

float u[N][N], v[N][N];

#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align u[*][j] with t[j]
#pragma xmp align v[*][j] with t[j]
#pragma xmp shadow u[0][1]

int main(void)
{
    int i, j;
#pragma xmp reflect (u)
#pragma xmp loop (j) on t[j]
    for (j = 1; j < N - 1; j++)
        for (i = 1; i < N - 1; i++)
            v[i][j] = 0.25f * (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1]);
    return 0;
}
