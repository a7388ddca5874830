double a[8], b[9][9], c[8], *p;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    int n = 2;
    a[0:4] = c[0:2];
    a[0:4] = b[0:3][1] + c[::2]; n = a[0:2];
    p[:] = 1;
    a[0:2:0] = 1;
    if (a[:] > 0) n = 1;
    (void)(a[1:2]); b[:][:] = c[:] + b[1:8][0:9];
    b[0:2][0:c[0:2]] = 0;
    return a[0:1];
}
