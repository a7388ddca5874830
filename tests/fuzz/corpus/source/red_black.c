#define N 16
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
double u[N][N], v[N];
#pragma xmp template line[N]
#pragma xmp nodes q[4] = p
#pragma xmp distribute line[block] onto q
#pragma xmp align u[i][j] with t[i][j]
#pragma xmp align v[i] with line[i]
#pragma xmp shadow u[1][1]
#pragma xmp shadow v[2]
int main(void)
{
    for (int step = 0; step < 10; step++) {
        for (int color = 0; color < 2; color++) {
#pragma xmp reflect (u)
#pragma xmp loop (i, j) on t[i][j]
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < N - 1; j++)
                    if ((i + j) % 2 == color)
                        u[i][j] = u[i - 1][j] + u[i][j - 1] + u[i + 1][j] + u[i][j + 1];
        }
    }
#pragma xmp reflect (v)
#pragma xmp loop on line[i]
    for (int i = 2; i < N - 1; i += 2)
        v[i] = v[i - 1] + v[i + 1];
#pragma xmp reflect (v)
#pragma xmp loop on line[i]
    for (int i = 1; i < N - 1; i += 2)
        v[i] = v[i - 1] + v[i + 1];
#pragma xmp reflect (u)
#pragma xmp loop (i, j) on t[i][j]
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            if ((i + j) % 2)
                u[i][j] = u[i - 1][j];
#pragma xmp loop (i, j) on t[i][j]
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            if ((i + j) % 2 == 0)
                u[i][j] = u[i - 1][j];
    return 0;
}
