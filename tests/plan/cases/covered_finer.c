/* XcalableMP: arrays of half or twice the extent on the same processors, as multigrid methods have
 * them, and loops that divide one dimension twice. Blocks of t have 4 elements, those of u 8. */
#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp template u[2 * N]
#pragma xmp template w[2 * N + 2]
#pragma xmp distribute t[block] onto p
#pragma xmp distribute u[block] onto p
#pragma xmp distribute w[block] onto p
double a[N], b[N], g[2 * N], h[2 * N], o[2 * N + 2], m[N][N], n[N][N];
#pragma xmp align [i] with t[i] :: a, b
#pragma xmp align [i] with u[i] :: g, h
#pragma xmp align o[i] with w[i]
#pragma xmp align m[i][*] with t[i]
#pragma xmp align n[*][i] with t[i]
#pragma xmp shadow [1] :: a, g

/* All its own: the last of a block, 4k + 3, reads 8k + 6 and 8k + 7. */
void restricted(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        b[i] = g[2 * i] + g[2 * i + 1];
}

/* The last of a block reads 8k + 8, the next one's first: missing, and then fetched. */
void restricted_over_end(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N - 1; i++)
        b[i] = g[2 * i + 2];
#pragma xmp reflect (g)
#pragma xmp loop on t[i]
    for (int i = 0; i < N - 1; i++)
        b[i] = g[2 * i + 2];
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        b[i] = g[2 * i - 1];
}

/* Two before the first of a block is more than the shadow. */
void restricted_too_far(void)
{
#pragma xmp reflect (g)
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        b[i] = g[2 * i - 2];
}

/* 8k to 8k + 7 read 4k to 4k + 3. */
void prolonged(void)
{
#pragma xmp loop on u[i]
    for (int i = 0; i < 2 * N; i++)
        g[i] = a[i / 2];
#pragma xmp loop on t[i / 2]
    for (int i = 0; i < 2 * N; i++)
        h[i] = 1;
}

/* 8k + 7 reads 4k + 4, and 8k reads 4k - 1: missing, and then fetched. */
void prolonged_over_end(void)
{
#pragma xmp loop on u[i]
    for (int i = 0; i < 2 * N - 1; i++)
        g[i] = a[(i + 1) / 2];
#pragma xmp loop on u[i]
    for (int i = 1; i < 2 * N; i++)
        g[i] = a[(i - 1) / 2];
#pragma xmp reflect (a)
#pragma xmp loop on u[i]
    for (int i = 1; i < 2 * N - 1; i++)
        g[i] = a[(i - 1) / 2] + a[(i + 1) / 2];
}

/* 34 elements on 4 come in blocks of 9, which are not twice 4: processor 1 has 9 to 17, and
 * reads 8. */
void of_other_blocks(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        b[i] = o[2 * i];
}

/* i is the processor's own, and j too. Element i + 1 of the first is not. */
void divided_twice(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N - 1; i++) {
#pragma xmp loop on t[j]
        for (int j = 0; j < N; j++)
            n[i][j] = m[i][j];
    }
#pragma xmp loop on t[i]
    for (int i = 0; i < N - 1; i++) {
#pragma xmp loop on t[j]
        for (int j = 0; j < N; j++)
            n[i][j] = m[i + 1][j];
    }
}
/* no proof: what nothing fetches is not there */
