/* Mistakes in a mask are where the mask is. */
double a[8], b[8];
#pragma hpf distribute a(block)
int main(void)
{
#pragma hpf where(a[i] > 0)
    for (int i = 0; i < 8; i++)
        a[i] = 0;
#pragma hpf where(a[:] > 0 && \
                  b[0:3] > 1)
    a[:] = 1;
    return 0;
}
