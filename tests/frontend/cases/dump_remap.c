/* options: -d */
double a[8][8], b[8];
#pragma hpf processors p(2)
#pragma hpf template t(8, 8)
#pragma hpf distribute t(block, *) onto p
#pragma hpf align (i, j) with t(i, j), dynamic :: a
#pragma hpf dynamic t, b
void work(double x[8])
{
#pragma hpf inherit x
#pragma hpf redistribute t(*, cyclic(2)) onto p, b(block)
#pragma hpf redistribute (*, *) :: t
#pragma hpf realign a(i, j) with t(j, i)
    x[0] = 1;
}
