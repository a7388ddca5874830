/* Operands of ?:, && and || are read only where they are looked at. On four processors of 16
 * elements each:
 *   before          over 3 borders                               3 messages,  24 bytes
 *   on_both_sides   over 3 borders, twice                        6            48
 *   of_the_second   16 elements of the second, to the first      1           128
 *   both            16 of the first, to the last                 1           128
 *   either          the same                                     1           128
 *   not_the_first   over 3 borders                               3            24
 *   inside          element 15, to the second                    1             8
 *   by_data         over 3 borders: nothing tells where          3            24
 * 19 messages, 512 bytes; and nothing is read out of bounds. */
/* moves: 19 messages, 512 bytes */
#define N 64
double u[N], v[N];
#pragma hpf processors P(4)
#pragma hpf distribute u(block) onto P
#pragma hpf distribute v(block) onto P
void set(void)
{
    for (int i = 0; i < N; i++)
        u[i] = v[i] + i;
}
void before(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i > 0 ? u[i - 1] : 0;
}
void on_both_sides(void)
{
    for (int i = 0; i < N; i++)
        v[i] = 2 * u[i] - (i ? u[i - 1] : 0) - (i < N - 1 ? u[i + 1] : 0);
}
void of_the_second(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i < 16 ? u[i + 16] : u[i];
}
void both(void)
{
    for (int i = 0; i < N; i++)
        if (i >= 48 && u[i - 48] > 0)
            v[i] = 1;
}
void either(void)
{
    for (int i = 0; i < N; i++)
        if (i < 48 || u[i - 48] > 0)
            v[i] = 1;
}
void not_the_first(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i == 0 ? 0 : u[i - 1];
}
void inside(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i > 0 ? i < 17 ? u[i - 1] : 1 : 0;
}
void by_data(void)
{
    for (int i = 1; i < N; i++)
        v[i] = v[i] > 3 ? u[i - 1] : u[i];
}
int main(void)
{
    set();
    before();
    set();
    on_both_sides();
    set();
    of_the_second();
    set();
    both();
    set();
    either();
    set();
    not_the_first();
    set();
    inside();
    set();
    by_data();
}
