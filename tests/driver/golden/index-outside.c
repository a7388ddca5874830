#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N + 4], x;
#pragma xmp template longer[N + 4]
#pragma xmp distribute longer[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with longer[i]
int main(void)
{
    int first = 0;
#pragma xmp loop on t[i]
    for (int i = 0; i < N + 2; i++)
        x = x + 1;
#pragma xmp loop on t[i - 1]
    for (int i = first; i < N; i++)
        x = x + 1;
#pragma xmp loop on longer[i]
    for (int i = 0; i < N + 4; i += 3)
        b[i] = 1;
#pragma xmp gmove
    a[0:8] = b[14:8];
#pragma xmp array on t[:]
    a[2 * first:N] = 1;
#pragma xmp loop on t[i]
    for (int i = N; i < 16; i++)
        a[i] = 1;
    return 0;
}
