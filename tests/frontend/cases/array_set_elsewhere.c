/* Integers that main alone sets of what is here; but another file's `helper` sees `off`, and not
 * `own`, whose element is 5 in f. */
static double a[64], b[64];
int off[2];
static int own[2];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
void helper(void);
static void f(void)
{
    for (int i = 0; i < 32; i++)
        b[i] = a[i + off[0]];
    for (int i = 0; i < 32; i++)
        b[i] = a[i + own[0]];
}
int main(void)
{
    off[0] = 1;
    own[0] = 5;
    helper();
    f();
    return 0;
}
