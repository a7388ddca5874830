/* XcalableMP: how far a point's neighbours are is a name's value, as the shadow's width is. Blocks of
 * 4: two elements each way over 3 borders, 6 messages of 16 bytes. */
/* moves: 6 messages, 96 bytes */
#define N 16
#define R 2
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N], v[N], w[2 * R + 1];
#pragma xmp align [i] with t[i] :: u, v
#pragma xmp shadow u[R]
int main(void)
{
#pragma xmp reflect (u)
#pragma xmp loop on t[i]
    for (int i = R; i < N - R; i++) {
        double z = 0;
        for (int d = -R; d <= R; d++)
            z += w[d + R] * u[i + d];
        v[i] = z;
    }
}
