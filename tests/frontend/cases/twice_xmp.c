#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], x;
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow a[1]
int main(void)
{
#pragma xmp loop on t[i]
#pragma xmp loop (i) on t[i]
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma xmp task on p[0:2]
#pragma xmp task on p[0]
    x = 1;
#pragma xmp gmove
#pragma xmp gmove in
    x = a[0];
#pragma xmp array on t[:]
#pragma xmp array on t[:]
    a[:] = 1;
#pragma fpredict trip(3)
#pragma fpredict trip(4)
    while (x < 1)
        x = x + a[0];
#pragma fpredict probability(0.1)
#pragma fpredict probability(0.2)
    if (x > 1)
        x = 0;
    return 0;
}
