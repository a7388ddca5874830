/* Formals that a function exchanges, of mapped arrays; and those that stay as they are: of one array twice, in a function
 * that returns before its end, or names an array itself; a part of an array; arrays of two mappings; one that is set to
 * something else, too. */
#define N 8
#pragma hpf processors p(4)
#pragma hpf template t(N,N)
#pragma hpf distribute t(block,*) onto p
double a[N][N], b[N][N], c[N][N];
#pragma hpf align a(i,j) with t(i,j)
#pragma hpf align b(i,j) with t(i,j)
#pragma hpf align c(i,j) with t(j,i)

static int followed(double (*u)[N], double (*v)[N])
{
    int count = 0;
    for (int k = 0; k < 3; k++) {
        v[k][0] = u[k][1];
        double (*t)[N] = u;
        u = v;
        v = t;
        count++;
    }
    return count;
}
static void twice(double (*u)[N], double (*v)[N])
{
    double (*t)[N] = u;
    u = v;
    v = t;
    u[0][0] = v[1][1];
}
static void early(double (*u)[N], double (*v)[N], int n)
{
    double (*t)[N] = u;
    u = v;
    v = t;
    if (n > 3)
        return;
    u[0][0] = v[1][1];
}
static void by_name(double (*u)[N], double (*v)[N])
{
    double (*t)[N] = u;
    u = v;
    v = t;
    u[0][0] = b[1][1];
}
static void of_two(double (*u)[N], double (*v)[N])
{
    double (*t)[N] = u;
    u = v;
    v = t;
    u[0][0] = v[1][1];
}
static void set(double (*u)[N], double (*v)[N])
{
    double (*t)[N] = u;
    u = v;
    v = t;
    u[0][0] = v[1][1];
    u = v;
}
int main(void)
{
    followed(a, b);
    twice(a, a);
    early(a, b, 4);
    by_name(a, b);
    of_two(a, c);
    set(a, b);
    return 0;
}
