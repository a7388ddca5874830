#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N];
#pragma xmp align a[i] with t[i]
int main(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++) {
        if (a[i] > 0)
            break;
        a[i] = 1;
    }
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        if (a[i] > 0)
            return 1;
    return 0;
}
