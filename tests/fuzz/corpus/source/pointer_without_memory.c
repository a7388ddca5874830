/* An array whose memory nothing gives: how many rows it has is not known. */
#define N 16
double (*y)[N];
#pragma hpf processors p(4)
#pragma hpf template t(N + 1, N)
#pragma hpf distribute t(block, *) onto p
#pragma hpf dynamic t
#pragma hpf align y(i, j) with t(i + 1, j)
int main(void)
{

    y[0][0] = 1;
    return 0;
}
