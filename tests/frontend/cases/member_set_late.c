/* A member has one value only if what sets it is executed in any case, and nothing looks at the structure before: c.n
 * is 20, c.m is 9 or 6, and all.m is 0 in `look`, and 30 in the last loop. */
#define N 80
struct size {
    int n, m;
    double s;
};
static double u[N];
static struct size all = {4, 0, 0};
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: u

static void other(void)
{
    u[3] = 2;
}

static void look(void)
{
    u[3] = all.m;
}

static void set(struct size *s)
{
    s->n = 20;
}

static void put(struct size *s)
{
    s->m = 30;
}

static void more(struct size *s, int k)
{
    s->m = k;
}

int main(int argc, char **argv)
{
    struct size c = {5, 6, 0};
    other();
    set(&c);
    look();
    put(&all);
    if (argc > 5)
        more(&c, 9);
    for (int i = 0; i < c.n; i++)
        c.s += u[i];
    for (int i = 0; i < c.m; i++)
        c.s += u[i];
    for (int i = 0; i < all.m; i++)
        all.s += u[i];
    return c.s > all.s;
}
