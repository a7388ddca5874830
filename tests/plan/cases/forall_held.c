/* More conditions around each other than a forall holds. */
#define N 8
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
#pragma hpf forall
    for (int i = 0; i < N; i++)
        if (i > 0)
            if (i < 7)
                if (b[i] > 1)
                    if (b[i] < 9)
                        if (b[i] != 2)
                            if (b[i] != 3)
                                if (b[i] != 4)
                                    if (b[i] != 5) a[i] = 1;
    return 0;
}
