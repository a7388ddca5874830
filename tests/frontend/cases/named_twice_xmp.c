/* Once is enough; and what `on` says nothing of is no loop of a list. */
#define N 8
double a[N], g[N][N], s;
int k;
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align g[i][*] with t[i]
#pragma xmp shadow a[1]

int main(void)
{
#pragma xmp reflect (a, a)
#pragma xmp bcast (s, k, s)
#pragma xmp reduction(max:s/s/)
#pragma xmp reduction(max:s/a/)
#pragma xmp loop (i, j) on t[i]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            g[i][j] = 1;
    return 0;
}
