#define N 16
#define SAME(x) (x)
#define ALL(x) x(:)
#define PLUS(x, y) x + y
double a[N], b[N], m[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align m(i,*) with T(i)
int main(void)
{
    int k = 3;
    a(1:N-2) = b(0:N-3) + b(2:N-1);
    a(0:N-1:2) = b(1:N-1:2) * (k ? 1 : 2);
    a(N-1:0:-1) = b(:);
    m(2, :) = a(:);
    m(:, 1:) += m(:, :N-2);
    m[k](1:4) = SAME(a(1:4)) + m(1:4, k) + b[1:4];
    ALL(a) = PLUS(ALL(b), b(0:N-1));
    a
      ( 2
        : 6 // (:)
      )++;
    a(3:2) = 0;
    for (int i = 0; i < N; i++)
        m(i, i:N-1) = m(i, 0:N-1-i);
#pragma hpf where(b(:) > 0)
    a(:) = 1 / b(:);
    return 0;
}
