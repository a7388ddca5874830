#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], c[N];
#pragma xmp align [i] with t[i] :: a, b, c
#pragma xmp shadow [1] :: a, b
int main(void)
{
#pragma xmp reflect (a)
#pragma xmp loop on t[i] expand(1)
    for (int i = 1; i < N - 1; i++)
        b[i] = a[i];
#pragma xmp loop on t[i] expand(1)
    for (int i = 1; i < N - 1; i++)
        c[i] = a[i + 1] + b[i];
    return 0;
}
