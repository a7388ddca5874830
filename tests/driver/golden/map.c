/* On the toy a loop takes 2 µs to set up and 1 µs an iteration, and a store 1 µs. The busiest of
 * P processors has rows whose lengths add up to S, N / P of them: 2 + N/P + 2 N/P + 2 S µs.
 *   P = 2, N = 4: block 3 + 4, 22 µs; cyclic 2 + 4, 20 µs: 1.10
 *   P = 4, N = 4: both 4, 13 µs
 *   P = 2, N = 8: block 5 + 6 + 7 + 8, 66 µs; cyclic 2 + 4 + 6 + 8, 54 µs: 1.22
 *   P = 4, N = 8: block 7 + 8, 38 µs; cyclic 4 + 8, 32 µs: 1.19 */
#define N 8
static double a[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            a[i][j] = 1.0;
    return 0;
}
