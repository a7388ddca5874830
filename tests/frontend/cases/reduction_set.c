/* A sum that each iteration begins anew is none; of a largest value it would be. */
#define N 8
double a[N], s, m;
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]

int main(void)
{
    int wrong = 0;
#pragma xmp loop on t[i] reduction(+:s)
    for (int i = 0; i < N; i++)
        s = a[i];
#pragma xmp loop on t[i] reduction(max:m)
    for (int i = 0; i < N; i++)
        m = a[i];
#pragma xmp loop on t[i] reduction(+:wrong)
    for (int i = 0; i < N; i++)
        if (a[i] < 0) wrong = 1;
#pragma xmp loop on t[i] reduction(+:m)
    for (int i = 0; i < N; i++)
        s += a[i];
    return wrong;
}
