#define N 64
double a[N], b[N], m[N][N], x, y, z;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
#pragma hpf distribute m(block,*) onto P
int main(void)
{
#pragma hpf independent
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1];
#pragma hpf independent
    for (int i = 0; i < 4; i++)
        a[i] = a[i + 4];
#pragma hpf independent
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = a[2 * i + 1];
#pragma hpf independent
    for (int i = 0; i < N - 2; i++) {
        b[i] = 1;
        b[i + 2] = 2;
    }
#pragma hpf independent
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = m[i - 1][j];
#pragma hpf independent, new(y)
    for (int i = 0; i < N; i++) {
        a[i] = b[i] + x;
        x = b[i];
        y = b[i];
        a[i] = a[i] + y;
        z = z + b[i];
    }
#pragma hpf independent
    for (int i = 1; i < N; i++)
        if (b[i] > 0)
            a[i] = a[i - 1];
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        x = a[i];
        b[i] = x * x;
    }
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        static double kept;
        double own = a[i];
        kept = own;
        b[i] = kept;
        if (own > z)
            z = own;
    }
#pragma hpf independent, reduction(+:z)
    for (int i = 0; i < N; i++) {
#pragma hpf independent, new(x)
        for (int j = 0; j < N; j++) {
            double own[2];
            own[j % 2] = m[i][j];
            x = own[j % 2];
            m[i][j] = x;
            z += x;
        }
    }
#pragma hpf independent
    for (int i = 0; i < N; i++)
        b[i] = b[N - 1 - i]; /* 0 reads what 63 assigns */
#pragma hpf independent
    for (int i = 0; i < N / 2; i++)
        b[i] = b[N - 1 - i]; /* 0 to 31 read 63 to 32: kept */
#pragma hpf independent
    for (int i = 0; i < N / 2; i++)
        b[i] = b[2 * i]; /* 1 reads what 2 assigns */
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i] = a[5] + b[i]; /* 0 reads what 5 assigns */
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i | 1] = b[i]; /* 0 and 1 assign a[1] */
#pragma hpf independent, new(x, y)
    for (int i = 0; i < N; i++) {
        b[i] = y; /* before it has a value */
        y = a[i];
        x = a[i];
        a[i] = x;
    }
    if (z > 0)
        z = x; /* what has been lost */
#pragma hpf independent, new(x)
    for (int i = 0; i < N; i++) {
        x = a[i];
        a[i] = x;
    }
    x = 1;
    z = x; /* has been assigned: kept */
    return 0;
}
