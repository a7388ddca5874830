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
#pragma xmp reflect (a)
    for (int i = 1; i < N; i++)
        b[i] = a[i - 1];
#pragma xmp task on p[0:2]
#pragma xmp barrier
    x = 1;
#pragma xmp gmove
#pragma xmp bcast (x)
    x = a[0];
#pragma xmp array on t[:]
#pragma xmp reduction (+:x)
    a[:] = 1;
#pragma fpredict trip(3)
#pragma xmp barrier
    while (x < 1)
        x = x + a[0];
    return 0;
}
