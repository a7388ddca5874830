/* Loops that read ahead of where they write: nothing is read that was written before, so all
 * of it is fetched at once, without a pipeline. The last one reads what it wrote: it is one.
 *
 * By hand, each processor having 16: b, 1 … 15 read 2 … 30 and lack 8, 16 … 31 read 32 … 62
 * and lack all 16: 24 elements. c, the mirror image, without its end: 23. d, cells 0 … 14 lack
 * 16, 19 and 22, cells 16 … 30 lack 34 … 46: 8. */
#define N 64

double b[N], c[N], d[N], e[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: b, c, d, e

int main(void)
{
    for (int i = 1; i < N / 2; i++)
        b[i] = b[2 * i];
    for (int i = N - 1; i > N / 2; i--)
        c[i] = c[2 * i - N];
    for (int i = 0; i < N / 4; i++)
        d[2 * i] = d[3 * i + 1];
    for (int i = N / 2 - 1; i > 0; i--)
        e[i] = e[2 * i];
    return 0;
}
