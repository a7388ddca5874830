/* What a pragma belongs to. */
#define N 24
#define LOOP _Pragma("not one of ours")
#define HIDDEN _Pragma("xmp loop on t[i]")
double a[N], b[N];
#pragma xmp nodes p[2] /* a comment
   that goes on */
#pragma xmp template t[N]
#pragma xmp distribute \
    t[block] onto p
_Pragma("xmp align a[i] with t[i]")
#  pragma   xmp align b[i] with t[i]
#pragma xmp shadow a[1]
#if 0
#pragma xmp shadow b[1]
#endif
#ifndef UNSAID
#pragma omp parallel
#endif

void work(int n)
{
    int i, k;
#pragma xmp loop on t[i]
    // a comment before the loop
    for (i = 0; i < N; i++) a[i] = 0;
    for (k = 0; k < n; k++)
#pragma xmp loop on t[i]
        for (i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
    if (n > 3)
#pragma xmp barrier
        a[0] = 1;
    {
        b[0] = 2;
#pragma xmp reflect (a)
    }
#pragma xmp barrier
#pragma xmp reflect (a) width(1)
#pragma xmp task on p[0]
    {
        a[1] = 3;
    }
    const char *text = "#pragma xmp barrier"; char quote = '"'; /*
#pragma xmp barrier */ LOOP
    for (int j = 0; j < 3; j++) {
#pragma xmp loop on t[i]
        for (int i = 0; i < N; i++) {
            b[i] = i;
        }
#pragma xmp bcast (n)
    }
#pragma xmp reduction (+:n)
}
