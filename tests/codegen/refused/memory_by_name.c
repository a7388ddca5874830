/* Memory from a function of another file is left out with a warning, since that may do more; a
 * pointer of which it is not known that it has memory may not be asked whether it has. */
#define N 12
double *alloc_filled(int n);
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P

static double *late;
#pragma hpf align late(i) with T(i)

int main(void)
{
    double *a = alloc_filled(N), *b;
#pragma hpf align(i) with T(i) :: a, b
    b = alloc_filled(N);
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
    if (!b)
        return 1;
    if (!late)
        late = alloc_filled(N);
    late[0] = 1;
    return 0;
}
