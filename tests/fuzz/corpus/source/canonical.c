#define N 100
double a[N];
int m, state(void);
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
void counted(int n)
{
    int i;
    for (i = N; i-- > 0;) a[i] = 1;
    for (i = N; --i >= 0;) a[i] = 2;
    for (i = 0; n > i++;) a[i] = 3;
    for (i = 0; i++ != n;) a[i] = 4;
    for (i = 0; i < n;) { a[i] = 5; i++; }
    for (i = 0; i != n; i += 2) a[i] = 6;
    i = n;
    while (i--) a[i] = 7;
    i = n;
    while (--i && a[0] > 0) a[i] = 8;
    i = 0;
    while (i < n) { i += 3; a[i] = 9; if (a[i] > 1) continue; a[i - 1] = 9; }
    i = 0;
    do { a[i] = 10; i++; } while (i < n);
    i = n;
    do a[i] = 11; while (i-- > 2);
    while (n-- > 0) a[n] = 12;
    i = 9;
    while (i > 3) i--;
    i = 1;
    while (i < N) { a[i] = 13; i *= 2; }
#pragma xmp loop on t[i]
    for (i = N; i-- > 0;) a[i] = 14;
#pragma xmp loop on t[i]
    for (i = 0; i < N;) { a[i] = 15; i++; }
}
void uncounted(int n)
{
    int i, k;
    for (i = 0; i != 7; i += 2) a[i] = 1; 
    for (i = 0; i < n && --i;) a[i] = 2;
    for (i = 0; i < n;) { if (a[i] > 0) continue; i++; }
    for (i = 0; i < n;) { i++; a[i] = 3; i++; }
    i = 0;
    while (state()) { for (k = m; k < n; k++) a[k] = 4; m = state(); }
    while (i < state()) i++;
    k = state();
    for (i = 0; i < k; i++) a[i] = 5; 
    while (state()) { for (i = 0; i < k; i++) a[i] = 6; k--; }
}
