/* An array assignment of every third to every fourth element, backwards, and the same under a
 * mask of other elements: Fortran's a(3:27:3) = b(50:18:-4). */
static double a[64], b[64], c[64];

#pragma hpf processors P(4)
#pragma hpf template T(64)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align c(i) with T(i)

int main(void)
{
#if MASKED
#pragma hpf where(c(40:8:-4) != 0.0)
    a(3:27:3) = b(50:18:-4);
#else
    a(3:27:3) = b(50:18:-4);
#endif
    return 0;
}
