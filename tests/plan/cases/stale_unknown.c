/* XcalableMP: what nothing tells may have written an array since it was reflected. */
#define N 64
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
static double u[N], v[N];
#pragma xmp align [i] with t[i] :: u, v
#pragma xmp shadow u[1]
#pragma xmp shadow v[1]
void outside(double *);
int main(void)
{
#pragma xmp reflect (u)
#pragma xmp reflect (v)
    outside(u); /* leaves v alone */
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        v[i] = u[i-1];
#pragma xmp reflect (u)
#pragma xmp reflect (v)
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        u[i] = v[i-1] + u[i];
    return 0;
}
