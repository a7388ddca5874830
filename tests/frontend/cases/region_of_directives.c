/* Directives between a region's and its statement are in it, and may be all of it. */
#define N 64
double u[N], v[N];
#pragma xmp nodes p[2]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align u[i] with t[i]
#pragma xmp align v[i] with t[i]
#pragma xmp shadow u[1]

void work(int n)
{
    for (int it = 0; it < n; it++) {
#pragma fpredict region sweep
#pragma xmp reflect (u)
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++) v[i] = u[i - 1] + u[i + 1];
#pragma fpredict region waiting
#pragma xmp barrier
    }
}
