int m = 4, n = 16;
int k = 8;
const int c = 4;
double a[n], b[m], d[k], e[c];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    n = 5;
    k++;
    c = 3;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    return 0;
}
