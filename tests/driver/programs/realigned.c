/* Arrays that are aligned anew, all of which are read again. */
#define N 8
double a[N][N], b[12];
#pragma hpf processors P(4)
#pragma hpf template T(N, N)
#pragma hpf template U(16)
#pragma hpf distribute T(block, *) onto P
#pragma hpf distribute U(block) onto P
#pragma hpf align a(i, j) with T(i, j)
#pragma hpf align b(i) with U(i)
#pragma hpf dynamic a, b

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i + j;
    for (int i = 0; i < 12; i++)
        b[i] = i;
#pragma hpf realign a(i, j) with T(j, i)
#pragma hpf realign b(i) with U(i + 4)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] += 1;
#pragma hpf realign b(i) with U(i + 3)
    for (int i = 0; i < 12; i++)
        b[i] += 1;
#pragma hpf realign a(i, j) with T(i, j)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] += 1;
    return 0;
}
