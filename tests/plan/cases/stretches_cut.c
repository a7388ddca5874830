/* Elements that a bit of their index says are read, in loops that a second condition begins later, and with a loop
 * inside that begins by that of the stretches; on four processors.
 *   in_place   64 elements, 16 each: where bit 8 is not set, 8 further is the same processor's    0 messages
 *   later      32 elements, 8 each, from 10 on: only 16 … 23 read, 24 … 31                        1           64 bytes
 *   inside     where the bit is set, from 12 on: 12 … 15 read 4 … 7, and 24 … 31 read 16 … 23     2           32 + 64
 *   at_end     where it is not set, from 3 to 18: 3 … 7 read 11 … 15, 16 … 18 read 24 … 26        2           40 + 24
 *   rows       32 rows, 8 each: rows 0 … 7 read of those 8 further all but 0, 1, … 7 elements,
 *              228 of 256, and rows 16 … 23 16, 15, … 9, 100 in all                               2           8 * 328
 * 7 messages, 2848 bytes. */
/* moves: 7 messages, 2848 bytes */
#define N 32
double u[N], a[N], x[2 * N], y[2 * N], v[N][N], w[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: u, a, x, y
#pragma hpf distribute (block,*) onto P :: v, w
void in_place(void)
{
    for (int i = 0; i < 2 * N; i++)
        if ((i & 8) == 0 && i != 0)
            y[i] = x[i + 8];
}
void later(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i & 8) == 0 && i > 9 ? u[i + 8] : 0;
}
void inside(void)
{
    for (int i = 0; i < N; i++)
        if ((i & 8) != 0) {
            if (i >= 12)
                a[i] = u[i - 8];
        }
}
void at_end(void)
{
    for (int i = 0; i < N; i++)
        if ((i & 8) == 0 && i > 2 && i < 19)
            a[i] = u[i + 8];
}
void rows(void)
{
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++)
            if ((i & 8) == 0)
                w[i][j] = v[i + 8][j];
}
int main(void)
{
    in_place();
    later();
    inside();
    at_end();
    rows();
}
