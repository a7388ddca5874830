/* The same in an independent loop, and where nothing tells how long a loop is. */
#define N 8
double a[N], b[N], tmp[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

void some(int n)
{
#pragma hpf forall
    for (int i = 0; i < n; i++)
        a[i / 2] = b[i];
}

int main(int argc, char **argv)
{
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i / 2] = b[i];
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[0] = b[i];
#pragma hpf independent, new(tmp)
    for (int i = 0; i < N; i++) {
        tmp[0] = b[i];
        a[i] = tmp[0];
    }
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i] += b[i];
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i & 3] = b[i];
    some(argc);
    return 0;
}
