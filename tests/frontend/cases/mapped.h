#define N 20
extern double a[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]

static inline void clear(double *x)
{
    int i;
#pragma xmp loop on t[i]
    for (i = 0; i < N; i++)
        a[i] = x[i];
}
