/* Bodies that may not be those that are executed: another file's may be. */
#define N 64
static double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

__attribute__((weak)) void fill(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
}
extern inline __attribute__((gnu_inline)) double twice(double x)
{
    return 2 * x;
}
static double once(double x)
{
    return x;
}

int main(void)
{
    fill();
    for (int i = 0; i < N; i++)
        a[i] = twice(a[i]) + once(i);
    fill();
    return 0;
}
