/* A function of this source that a function elsewhere finds in a variable of both. */
#define N 16
static double a[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

void wake(void);

static void change(void)
{
    a[0] = a[0] + 1;
}

int main(void)
{
    extern void (*handler)(void);
    handler = change;
    wake();
    return 0;
}
