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
    for (int i = 0; i < N; i++) {
        a[i] = 1;
#pragma xmp barrier
#pragma xmp reflect (a)
#pragma xmp reduction (+:x)
#pragma xmp bcast (x)
#pragma xmp barrier on p[0]
    }
    for (int k = 0; k < 3; k++) {
#pragma xmp loop on t[i]
        for (int i = 0; i < N; i++)
            a[i] = k;
#pragma xmp barrier
    }
    return 0;
}
