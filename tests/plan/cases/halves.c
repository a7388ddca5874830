/* Two halves of an array that take turns, and three parts: what one iteration writes, the next one
 * reads. On four processors of 16 elements each, an iteration sends an element over each of 3
 * borders in each direction that it reads from.
 *   one_less           10 * 6    60       complement  10 * 6    60
 *   of_the_count       10 * 3    30       turned      10 * 6    60
 *   three_parts        10 * 6    60       until       10 * 6    60
 *   named_beforehand   10 * 6    60       once_more   9 * 6     54
 * 444 messages of 8 bytes: 3552 bytes. */
/* moves: 444 messages, 3552 bytes */
#define N 64
double u[2][N], v[3][N];
#pragma hpf processors P(4)
#pragma hpf distribute u(*,block) onto P
#pragma hpf distribute v(*,block) onto P
void one_less(void)
{
    int now = 0;
    for (int t = 0; t < 10; t++) {
        for (int i = 1; i < N - 1; i++)
            u[1 - now][i] = 0.5 * (u[now][i - 1] + u[now][i + 1]);
        now = 1 - now;
    }
}
void of_the_count(void)
{
    for (int t = 0; t < 10; t++)
        for (int i = 1; i < N; i++)
            u[(t + 1) % 2][i] = 0.5 * u[t % 2][i - 1];
}
void three_parts(void)
{
    int now = 0;
    for (int t = 0; t < 10; t++) {
        int next = (now + 1) % 3;
        for (int i = 1; i < N - 1; i++)
            v[next][i] = 0.5 * (v[now][i - 1] + v[now][i + 1]);
        now = next;
    }
}
void named_beforehand(void)
{
    int now = 1, next = 0;
    for (int t = 0; t < 10; t++) {
        for (int i = 1; i < N - 1; i++)
            u[next][i] = 0.5 * (u[now][i - 1] + u[now][i + 1]);
        int kept = now;
        now = next;
        next = kept;
    }
}
void complement(void)
{
    int now = 0;
    for (int t = 0; t < 10; t++) {
        for (int i = 1; i < N - 1; i++)
            u[!now][i] = 0.5 * (u[now][i - 1] + u[now][i + 1]);
        now = !now;
    }
}
void turned(void)
{
    int now = 0;
    for (int t = 0; t < 10; t++, now ^= 1)
        for (int i = 1; i < N - 1; i++)
            u[now ^ 1][i] = 0.5 * (u[now][i - 1] + u[now][i + 1]);
}
void until(void)
{
    int now = 0;
    double most = 1;
#pragma fpredict trip(10)
    while (most > 1e-6) {
        for (int i = 1; i < N - 1; i++)
            u[1 - now][i] = 0.25 * (u[now][i - 1] + u[now][i + 1]);
        most *= 0.25;
        now = 1 - now;
    }
}
void once_more(void)
{
    for (int t = 1; t < 10; t++)
        for (int i = 1; i < N - 1; i++)
            u[t & 1][i] = 0.5 * (u[(t - 1) & 1][i - 1] + u[(t + 1) & 1][i + 1]);
}
int main(void)
{
    one_less();
    of_the_count();
    three_parts();
    named_beforehand();
    complement();
    turned();
    until();
    once_more();
}
