/* Loops over half of an array, which read the other half from its end: no element is read after
 * it was written, whatever N is, odd or even, so all is fetched before the loop. The last loop
 * runs over all of it, and its second half reads what its first half wrote.
 *
 * By hand, each processor having 16 cells: b, 0 … 15 read 63 … 48, and 16 … 31 read 47 … 32: 2
 * messages, 32 elements. Of o with 33 elements, 0 reads 32, 1 … 15 read 31 … 17, and 16 reads
 * itself: 2 messages, 16 elements. w, rows of 8 as b's elements: 2 messages, 256 elements. c:
 * every processor executes t, and gets those of 0 … 31 that it has not: 16, 16, 32 and 32, from
 * one, one, two and two others; 63 … 48 and 47 … 32 as in b: 8 messages, 128 elements. e: as b,
 * and the same back: 4 messages, 64 elements. d, 48 … 63 read 15 … 0: 1 message, 16 elements. */
/* moves: 19 messages, 4096 bytes */
#define N 64
#define M 33

double b[N], c[N], d[N], e[N], o[M], w[N][8];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: b, c, d, e, o
#pragma hpf align w(i,*) with T(i)

int main(void)
{
    for (int i = 0; i <= N / 2 - 1; i++)
        b[i] = b[N - 1 - i];
    for (int i = 0; i < (M + 1) / 2; i++)
        o[i] = o[M - 1 - i];
    for (int i = 0; i < N / 2; i++)
        for (int j = 0; j < 8; j++)
            w[i][j] = w[N - 1 - i][7 - j];
    for (int i = 0; i < N / 2; i++) {
        double t = c[i];
        c[i] = c[N - 1 - i];
        c[N - 1 - i] = t;
    }
    for (int i = N - 1; i >= N - N / 4; i--)
        d[i] = d[N - 1 - i];
    for (int i = 0; i < N; i++)
        e[i] = e[N - 1 - i];
    return 0;
}
