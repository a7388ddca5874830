/* XcalableMP: names say how far neighbours are, one further than the shadow is wide.
 */
#define N 16
#define R 2
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N], v[N], w[2 * R + 2];
#pragma xmp align [i] with t[i] :: u, v
#pragma xmp shadow u[R]
int main(void)
{
#pragma xmp reflect (u)
#pragma xmp loop on t[i]
    for (int i = R + 1; i < N - R; i++) {
        double z = 0;
        for (int d = -R - 1; d <= R; d++)
            z += w[d + R + 1] * u[i + d];
        v[i] = z;
    }
}
/* no proof: what nothing fetches is not there */
