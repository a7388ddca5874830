#define N 100
int a[N], flags[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
void counted(int n, int k)
{
    int i;
    for (i = 0; i < n; i++) a[i] = 0;
    for (i = 0; i <= n; ++i) a[i] = 1;
    for (int j = 0; j != n; j++) a[j] = 2;
    for (i = 0; n > i; i += 1) a[i] = 3;
    for (i = 0; n >= i; i = i + 2) a[i] = 4;
    for (i = 0; i < n; i = 3 + i) a[i] = 5;
    for (i = n - 1; i >= 0; i--) a[i] = 6;
    for (i = n; i > 0; i -= 2) a[i] = 7;
    for (i = n; 0 < i; i = i - k) a[i] = 8;
    for (i = n; i != 0; --i) a[i] = 9;
    for (i = 0; i < n; i += k) a[i] = 10;
    for (i = k, k = 2; i < n; i++) a[i] = k;
    for (long j = 0; (int)j < n && j < N; j++) a[j] = 11;
    for (unsigned j = 0; j < (unsigned)n / 2u; j++) a[j] = 12;
    i = 5;
    for (; i < n; i++) a[i] = 13;
    i = 1;
    while (i < n) {
        a[i] = 14;
        i += 2;
    }
}
void left_early(int n)
{
    int i, j;
    for (i = 0; i < n && flags[i]; i++) a[i] = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++) {
            if (a[j] > 3)
                break;
            a[i] = j;
        }
    for (i = 0; i < n; i++)
        if (a[i] < 0)
            return;
    for (i = 0; i < n; i++) {
        switch (a[i]) {
        case 0: a[i] = 1; break; 
        default: a[i] = 2;
        }
    }
}
void uncounted(int n)
{
    int i, *p = &n;
    for (i = 1; i < n; i *= a[0]) a[i] = 0;
    for (i = 0; i < n; i++) { a[i] = 1; if (a[i]) i++; }
    for (i = 0; i < n; i--) a[0] = 2;
    for (;;) { if (*p) break; }
    do { n--; a[0] += n; } while (n > 3);
    while (a[0] > 0) a[0]--;
#pragma fpredict trip(2*N)
    while (a[0] > 0) a[0]--;
#pragma fpredict trip(7)
    for (i = 2; i < a[1]; i++) a[i] = 3;
    while (n < 10) { if (n == 4) continue; n++; }
}
void standing_still(int n)
{
    for (int i = 0; i < n; i += 0) { if (a[i] > 3) break; }
}
void multiplied(int n)
{
    int i;
    for (i = 1; i < n; i *= 2) a[i] = 0;
    for (i = 3; i <= n; i = 3 * i) a[i] = 1;
    for (i = n; i > 0; i /= 2) a[i] = 2;
    for (i = n; i; i >>= 2) a[i] = 3;
    for (i = 1; i < n && flags[i]; i <<= 1) a[i] = 4;
    i = N;
    while (i >= 10) { a[i] = 5; i = i / 10; }
    for (i = 0; i < n; i *= 2) a[i] = 6; 
    for (i = n; i >= 0; i /= 2) a[i] = 7;
    for (i = 1; i < n; i *= 1) a[i] = 8;
}
void moved(int n)
{
    int i, k = 2, m = n, level;
    for (i = 0; i < n; i++) { a[k] = 0; k += 3; }
    a[k] = 1;
    for (i = n, level = 0; i > 0; i /= 2, level++) a[level] = 2;
    a[level] = 3;
    for (i = 4; i <= n; i += 2) { --m; a[m] = 4; }
    for (i = 0; i < n; i++) { m--; if (flags[i]) continue; m -= i; a[m] = 5; }
    for (i = 0; i < n; i++) { if (flags[i]) k++; a[k] = 6; }
    k = 0;
    for (i = 0; i < n; i++) { k += 2; a[k] = 7; if (flags[i]) break; }
    a[k] = 8;
}
