/* A step that a call makes 0: the loop has no end. */
#define N 20
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align v(i) with T(i)
double v[N];
void fill(int step)
{
    for (int i = 0; i < N; i += step)
        v[i] = 1;
}
int main(void)
{
    fill(2);
    fill(0);
    return 0;
}
