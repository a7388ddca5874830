/* A square of which nothing is executed often. */
#define N 1000
double a[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block, *) onto P
int main(void)
{
    a[0][0] = 1;
    return 0;
}
