#define N 16
double g[N][N], h[N][N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align g[i][*] with t[i]
#pragma xmp align h[i][*] with t[i]
#pragma xmp shadow g[1][0]

int main(void)
{
#pragma xmp reflect (g)
#pragma xmp loop (i) on t[i]
#pragma fpredict pipeline(4)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            h[i][j] = g[i - 1][j];
    return 0;
}
