/* Elements known only at run time, through a value that is set once: nothing of them is fetched
 * before the statement that sets it. On four processors of 4 elements each:
 *   at_once       c[2], then c[e], to 3 others each                  6, of 4 bytes
 *   in_a_loop     c[2] to 3 others; e = 3 of a to the one before  3, and 3 of 24 bytes
 * 12 messages, 9 * 4 + 3 * 24 = 108 bytes. */
/* moves: 12 messages, 108 bytes */
#define N 16
double a[N], b[N];
int c[N], kept;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)
#pragma hpf align c(i) with a(i)
void at_once(void)
{
    int e, f;
    e = c[2];
    f = e + c[e];
    kept = f;
}
static void one(int q)
{
    int e = c[q];
    kept += c[e];
}
void in_a_function(void)
{
    for (int q = 0; q < 3; q++)
        one(q);
}
void in_a_loop(void)
{
    int e;
    for (int i = 0; i < N; i++)
        a[i] += 1;
    e = c[2];
    for (int i = 0; i + e < N; i++)
        b[i] = a[i + e];
}
