/* XcalableMP: the reflect of u is missing, that of w is too narrow. */
#define N 64
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N], v[N], w[N];
#pragma xmp align [i] with t[i] :: u, v, w
#pragma xmp shadow w[1]
#pragma xmp shadow u[1]
void sweep(void)
{
#pragma xmp reflect (w)
#pragma xmp loop on t[i]
    for (int i = 2; i < N - 2; i++)
        v[i] = u[i-1] + w[i+1] + w[i-2];
}
/* no proof: what nothing fetches is not there */
