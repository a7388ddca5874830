/* Mistakes in a mask are where the mask is. */
double a[8], b[8];
#pragma hpf distribute a(block)
int main(void)
{
#pragma hpf where(a[i] > 0 && nowhere)
    for (int i = 0; i < 8; i++)
        a[i] = 0;
    return 0;
}
