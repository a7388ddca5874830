/* Elements that a bit of their index says are read, in levels; on four processors.
 *   both_sides   32 elements, 8 each: at s = 8 and 16 each sends its 8           8 messages, 512 bytes
 *   one_side     likewise, where the bit is set: from those to the others            4           256
 *   uneven       24 elements, 6 each: at s = 1 none; at s = 2 elements 6, 7 and 4, 5
 *                change over, 18, 19 and 16, 17 likewise: 4 of 16 bytes; at s = 4
 *                2, 3 and 6, 7, then 8 … 11 and 12 … 15, then 16, 17 and 20, 21:
 *                4 of 16 bytes and 2 of 32                                          10           192
 * 22 messages, 960 bytes. */
/* moves: 22 messages, 960 bytes */
#define N 32
#define M 24
double u[N], v[N], x[M], y[M];
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: u, v, x, y
void both_sides(void)
{
    for (int s = 1; s < N; s <<= 1) {
        for (int i = 0; i < N; i++)
            v[i] = (i & s) ? u[i - s] - u[i] : u[i] + u[i + s];
        for (int i = 0; i < N; i++)
            u[i] = v[i];
    }
}
void one_side(void)
{
    for (int s = 1; s < N; s *= 2) {
        for (int i = 0; i < N; i++)
            if ((i & s) != 0)
                v[i] = u[i - s];
        for (int i = 0; i < N; i++)
            u[i] = v[i];
    }
}
void uneven(void)
{
    for (int s = 1; s < 8; s *= 2) {
        for (int i = 0; i < M; i++)
            y[i] = i / s % 2 == 0 ? x[i + s] : x[i - s];
        for (int i = 0; i < M; i++)
            x[i] = y[i];
    }
}
int main(void)
{
    both_sides();
    one_side();
    uneven();
}
