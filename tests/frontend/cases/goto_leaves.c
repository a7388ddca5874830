/* Jumps that leave loops and blocks for a later statement of one around them: where only data decides, all is predicted as if
 * they did not, and nothing is forgotten at their label. Others are not followed. */
#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N];
#pragma xmp align u[i] with t[i]

int check(double *v, int n)
{
    int bad = 0, m = n / 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2; j++)
            if (v[i] < j) {
                bad = 1;
                goto end;
            }
    m = m + 1;
end:
    for (int i = 0; i < m; i++) /* N / 2 + 1 times */
        v[i] += 1;
    return bad;
}

int again(double *v)
{
    int tries = 0;
next:
    tries++;
    if (v[0] < tries)
        goto next; /* back: not followed */
    return tries;
}

int skip(double *v, int n)
{
    for (int i = 0; i < n; i++) {
        if (i == 3)
            goto rest; /* numbers decide: what follows is not as it is predicted */
        v[i] = 0;
    }
rest:
    return 0;
}

int main(void)
{
    double v[N];
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        u[i] = i;
    for (int i = 0; i < N; i++)
        v[i] = i;
    return check(v, N) + again(v) + skip(v, N);
}
