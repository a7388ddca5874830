/* Each pointer is set to the one before at 16 places: 16^7 ways lead from the last to the arrays. */
#define N 64
static double a[N], b[N], c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: a, b, c
#define FOUR(q, p) q = p; q = p; q = p; q = p;
#define SET(q, p)      \
    double *q = p;     \
    if (argc > 2) {    \
        FOUR(q, p)     \
        FOUR(q, p)     \
        FOUR(q, p)     \
        FOUR(q, p)     \
    }
int main(int argc, char **argv)
{
    double *p0 = argc > 1 ? a : b;
    SET(p1, p0)
    SET(p2, p1)
    SET(p3, p2)
    SET(p4, p3)
    SET(p5, p4)
    SET(p6, p5)
    SET(p7, p6)
    for (int i = 1; i < N - 1; i++)
        c[i] = p7[i - 1] + p7[i + 1];
    return 0;
}
