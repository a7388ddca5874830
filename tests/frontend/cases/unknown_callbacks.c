/* Functions of this source that functions elsewhere may call: given by name, by a pointer, in a
 * structure or in a table. Who is given one may keep it for all others. Nobody is given add_e. */
#define N 16
static double a[N], b[N], c[N], d[N], e[N];
static int n;
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align c(i) with T(i)
#pragma hpf align d(i) with T(i)
#pragma hpf align e(i) with T(i)

typedef void (*work)(void);
struct job {
    int priority;
    work run;
};
void apply(work f);
void submit(const struct job *one);
void start(void *any);
void wake(void);
double half(work f) __attribute__((const));

static void add_a(void)
{
    a[0] = a[0] + 1;
}
static void add_b(void)
{
    b[0] = b[0] + 1;
}
static void add_c(void)
{
    c[0] = c[0] + 1;
}
static void add_d(void)
{
    d[0] = d[0] + 1;
    n = 8;
}
static void add_e(void)
{
    e[0] = e[0] + 1;
}

int main(void)
{
    static const work table[2] = {add_c, 0};
    work second = add_b;
    struct job job = {1, add_d};
    n = 4;
    for (int i = 0; i < n; i++)
        e[i] = 1; /* n is 4 */
    apply(add_a);
    apply(second);
    start((void *)table);
    submit(&job);
    wake(); /* by what those have kept */
    for (int i = 0; i < n; i++)
        e[i] = 1; /* add_d may have set n */
    half(add_a); /* calls nothing: it looks at no variable */
    return 0;
}
