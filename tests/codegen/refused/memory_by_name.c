/* Memory from a function of another file is left out with a warning, since that may do more; a
 * pointer that is looked at as a whole is refused. */
#define N 12
double *alloc_filled(int n);
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

int main(void)
{
    double *a = alloc_filled(N), *b;
#pragma hpf align(i) with T(i) :: a, b
    b = alloc_filled(N);
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
    if (!b)
        return 1;
    return 0;
}
