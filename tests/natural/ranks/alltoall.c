/* Rows of a square become columns and back: each of RANKS processors sends each SIDE * SIDE
 * doubles, 2 * TIMES times. */

#ifndef RANKS
#define RANKS 2
#endif
#define N (RANKS * SIDE)

static double a[N][N], b[N][N];
#pragma hpf processors P(RANKS)
#pragma hpf distribute a(block, *) onto P
#pragma hpf distribute b(*, block) onto P

int main(void)
{
    for (int t = 0; t < TIMES; t++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                b[i][j] = a[i][j];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i][j] = b[i][j];
    }
    return 0;
}
