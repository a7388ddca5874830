/* Reflects whose first and last processors are neighbours: whatever is fetched is what is at the
 * other end, N further, and so it says itself: element (i, j) is 100 i + j. The status is how much
 * is wrong. */
#include <stdio.h>
#include <xmp.h>
#define N 10
#define M 9
#pragma xmp nodes p[2][2]
#pragma xmp nodes q[4]
#pragma xmp template t[N][M]
#pragma xmp template line[N]
#pragma xmp distribute t[block][block] onto p
#pragma xmp distribute line[block] onto q
int both[N][M], apart[N][M], cross[N][M], later[N][M], one[N][M], sum[N];
double row[N];
#pragma xmp align [i][j] with t[i][j] :: both, apart, cross, later, one
#pragma xmp align [i] with line[i] :: row, sum
#pragma xmp shadow both[2:1][1:2]
#pragma xmp shadow apart[1][1]
#pragma xmp shadow cross[1][1]
#pragma xmp shadow later[1][1]
#pragma xmp shadow one[1][1]
#pragma xmp shadow row[1:2]
#pragma xmp shadow sum[1]
int counted:[*];

static int at(int i, int j)
{
    return 100 * ((i + N) % N) + (j + M) % M;
}

/* Blocks of 3, 3, 3 and 1: what is 2 further is on two processors. */
static int rows(void)
{
    int bad = 0;
#pragma xmp loop on line[i]
    for (int i = 0; i < N; i++)
        row[i] = i;
#pragma xmp reflect (row) width(/periodic/1:2)
#pragma xmp loop on line[i] reduction(+:bad)
    for (int i = 0; i < N; i++)
        bad += (row[i - 1] != (i + N - 1) % N) + (row[i + 1] != (i + 1) % N) +
               (row[i + 2] != (i + 2) % N);
    return bad;
}

/* Each element is counted by itself, and once more at either end of a block of the shadow that stands for it:
 * 0 and 9, 2 and 3, 5 and 6, 8 and 9. */
static int back(void)
{
    int bad = 0;
#pragma xmp loop on line[i]
    for (int i = 0; i < N; i++)
        sum[i] = 1;
#pragma xmp reflect (sum) width(/periodic/1)
#pragma xmp reduce_shadow (sum) width(/periodic/1)
#pragma xmp loop on line[i] reduction(+:bad)
    for (int i = 0; i < N; i++)
        bad += sum[i] != (i == 9 ? 3 : i == 1 || i == 4 || i == 7 ? 1 : 2);
    return bad;
}

static int corners(void)
{
    int bad = 0;
#pragma xmp loop on t[i][j]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            both[i][j] = apart[i][j] = cross[i][j] = later[i][j] = one[i][j] = at(i, j);
#pragma xmp reflect (both) width(/periodic/2:1, /periodic/1:2)
#pragma xmp reflect (apart) width(/periodic/1, 0)
#pragma xmp reflect (apart) width(0, /periodic/1)
#pragma xmp reflect (cross) width(/periodic/1, /periodic/1) orthogonal
#pragma xmp reflect (later) width(/periodic/1, /periodic/1) async(3)
#pragma xmp wait_async (3)
#pragma xmp reflect (one) width(1, /periodic/1)
#pragma xmp loop on t[i][j] reduction(+:bad)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            for (int a = -2; a <= 1; a++)
                for (int b = -1; b <= 2; b++)
                    bad += both[i + a][j + b] != at(i + a, j + b);
            for (int a = -1; a <= 1; a++)
                for (int b = -1; b <= 1; b++)
                    bad += (apart[i + a][j + b] != at(i + a, j + b)) +
                           (later[i + a][j + b] != at(i + a, j + b));
            bad += (cross[i - 1][j] != at(i - 1, j)) + (cross[i][j + 1] != at(i, j + 1));
        }
#pragma xmp loop on t[i][j] reduction(+:bad)
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++)
            bad += (one[i - 1][j - 1] != at(i - 1, j - 1)) + (one[i + 1][j + 1] != at(i + 1, j + 1));
    return bad;
}

/* Several of one dimension each, of an array that does not go round: the corners, too. */
static int square[N][M];
#pragma xmp align square[i][j] with t[i][j]
#pragma xmp shadow square[1][1]
static int one_by_one(void)
{
    int bad = 0;
#pragma xmp loop on t[i][j]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            square[i][j] = at(i, j);
#pragma xmp reflect (square) width(1, 0)
#pragma xmp reflect (square) width(0, 1)
#pragma xmp loop on t[i][j] reduction(+:bad)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            bad += (square[i - 1][j - 1] != at(i - 1, j - 1)) +
                   (square[i + 1][j - 1] != at(i + 1, j - 1));
    return bad;
}

/* 12 x 11 elements are written, all that there are and those around them. */
static int past_ends(void)
{
    static int written[N][M];
#pragma xmp align written[i][j] with t[i][j]
#pragma xmp shadow written[1][1]
    int bad = 0, count = 0;
#pragma xmp loop on t[i][j] expand(/unbound/1, /unbound/1)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            written[i][j] = 7;
#pragma xmp loop on t[i][j] expand(/unbound/1, /unbound/1) reduction(+:bad, count)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            bad += written[i][j] != 7;
            count++;
        }
    /* Blocks of 5 x 5 and 5 x 4, each with a border: 2 * (7 * 7 + 7 * 6). */
    return bad + (count != 182);
}

int main(void)
{
    int bad = rows() + 1000 * back() + 10000 * corners() + 100000 * one_by_one() + 1000000 * past_ends();
    if (bad)
        fprintf(stderr, "%d wrong\n", bad);
    return bad != 0;
}
