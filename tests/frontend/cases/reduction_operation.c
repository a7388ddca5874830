#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], x, y, z;
int n;
#pragma xmp align a[i] with t[i]
int main(void)
{
#pragma xmp loop on t[i] reduction(*:x) reduction(-:y)
    for (int i = 0; i < N; i++) {
        x += a[i];
        y -= a[i];
    }
#pragma xmp loop on t[i] reduction(max:z) reduction(+:n)
    for (int i = 0; i < N; i++) {
        if (a[i] < z)
            z = a[i];
        if (a[i] > 0)
            n++;
    }
    return 0;
}
