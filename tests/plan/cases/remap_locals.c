/* Arrays of a function begin each call as they are declared; those that are static stay. */
#define N 16
double v[N];
#pragma hpf processors p(4)
#pragma hpf distribute v(block) onto p
/* Between block and cyclic each of 4 processors has one element of each other's: 12 messages of
 * 8 bytes. In work, once to redistribute w and once to fetch it for x, each time: 48 messages. In
 * keep, where it is called first: 12. In all 60, 480 bytes. */
/* moves: 60 messages, 480 bytes */
static void work(double x[N])
{
    double w[N];
#pragma hpf distribute w(block) onto p
#pragma hpf dynamic w
    for (int i = 0; i < N; i++)
        w[i] = x[i];
#pragma hpf redistribute w(cyclic) onto p
    for (int i = 0; i < N; i++)
        w[i] = w[i] + 1;
    for (int i = 0; i < N; i++)
        x[i] = w[i];
}
static void keep(void)
{
    static double s[N];
#pragma hpf distribute s(block) onto p
#pragma hpf dynamic s
#pragma hpf redistribute s(cyclic) onto p
    for (int i = 0; i < N; i++)
        s[i] = s[i] + 1;
}
int main(void)
{
    work(v);
    work(v);
    for (int k = 0; k < 3; k++)
        keep();
    keep();
    return 0;
}
