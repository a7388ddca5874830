/* Widths of loops that have no margin to speak of; a reflect inside one. */
#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp template c[N]
#pragma xmp distribute t[block] onto p
#pragma xmp distribute c[cyclic] onto p
double a[N], b[N], e[N];
#pragma xmp align [i] with t[i] :: a, e
#pragma xmp align b[i] with c[i]
#pragma xmp shadow [1] :: a, e
int main(void)
{
#pragma xmp loop on c[i] expand(1)
    for (int i = 0; i < N; i++)
        b[i] = 1;
#pragma xmp loop on t[i] expand(1)
    for (int i = N - 1; i >= 0; i--)
        a[i] = 1;
#pragma xmp loop on t[2*i] margin(-1)
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = 1;
#pragma xmp loop on t[i] expand(1)
    for (int i = 0; i < N; i++) {
#pragma xmp reflect (e)
        a[i] = e[i];
    }
    return 0;
}
