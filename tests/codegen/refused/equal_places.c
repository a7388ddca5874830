/* Of equal values, which one's places are kept: where nothing that goes with them orders them, those
 * of the first processor, which has the first iterations only of an outermost loop in blocks that
 * goes up. And one that is refused, for its elements are apart in memory. */
#define N 8
double a[N], b[N][N], c[N];
#pragma xmp nodes p[2]
#pragma xmp template t[N]
#pragma xmp template s[N]
#pragma xmp distribute t[block] onto p
#pragma xmp distribute s[cyclic] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i][j] with t[j]
#pragma xmp align c[i] with s[i]
int main(void)
{
    double most = -1, x = 0;
    int k[2] = {0, 0}, at = 0, gaps[2][2] = {{0}};
#pragma xmp loop on t[i] reduction(firstmax:most/x/)
    for (int i = 0; i < N; i++)
        if (a[i] > most)
            most = a[i], x = 0.5 * i;
#pragma xmp loop on s[i] reduction(firstmax:most/at,x/)
    for (int i = 0; i < N; i++)
        if (c[i] > most)
            most = c[i], at = i, x = 0.5 * i;
#pragma xmp loop on s[i] reduction(firstmax:most/x/)
    for (int i = 0; i < N; i++)
        if (c[i] > most)
            most = c[i], x = 0.5 * i;
#pragma xmp loop on s[i] reduction(lastmax:most/k[0:1]/)
    for (int i = 0; i < N; i++)
        if (c[i] >= most)
            most = c[i], k[0] = i;
#pragma xmp loop on t[i] reduction(firstmax:most/x/)
    for (int i = N - 1; i >= 0; i--)
        if (a[i] > most)
            most = a[i], x = 0.5 * i;
#pragma xmp loop on t[j] reduction(firstmax:most/x/)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (b[i][j] > most)
                most = b[i][j], x = i + 0.1 * j;
#pragma xmp loop on t[i] reduction(firstmax:most/gaps[0:2][0:1]/)
    for (int i = 0; i < N; i++)
        if (a[i] > most)
            most = a[i], gaps[0][0] = gaps[1][0] = i;
    return most > x + k[0] + at + gaps[0][0];
}
