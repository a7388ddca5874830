/* What moves must have all its extents. */
#define N 16
double (*y)[N];
#pragma hpf processors p(4)
#pragma hpf template t(N + 1, N)
#pragma hpf distribute t(block, *) onto p
#pragma hpf dynamic t
#pragma hpf align y(i, j) with t(i + 1, j)
int main(void)
{
#pragma hpf redistribute t(cyclic, *)
    y[0][0] = 1;
    return 0;
}
