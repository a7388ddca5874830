/* options: -q */
#define N 8
double a[N], b[N], m[N][N], *p;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    a(1:N) = b(0:N-1);
    a(-1:3) = 2;
    a(0:6:2) = b(0:6:3);
    a(0:4:0) = 1;
    p(:) = 1;
    m(:, 1:2) = a(:);
    a(0:1.5) = 3;
    a(0:2) = 1; b[0] = a(0:2);
    return 0;
}
