/* A function that calls itself and passes on the distributed array that it got. */
#define N 12
double g[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align g[i] with t[i]
static void again(double x[N], int n)
{
#pragma xmp align x[i] with t[i]
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        x[i] += n;
    if (n > 0)
        again(x, n - 1);
}
int main(void)
{
    again(g, 3);
    return 0;
}
