#define N 40
#pragma hpf processors P(4)
static double u[N];
#pragma hpf distribute(block) onto P :: u
static double one(int i) { return i + 1; }
static double two(int i) { return i * 2; }
/* Which of the two: known for the first two calls; either, each as likely, for the third. */
static void each(double f(int), int n)
{
    for (int i = 0; i < n; i++)
        u[i] = f(i);
}
/* It is set here, so that it may be either. */
static void other(double (*f)(int), int n)
{
    if (n > 3)
        f = two;
    for (int i = 0; i < n; i++)
        u[i] = f(i);
}
int main(int argc, char **argv)
{
    double (*g)(int) = argc > 1 ? one : two;
    each(one, N);
    each(two, N);
    each(g, N);
    other(one, N);
    return 0;
}
