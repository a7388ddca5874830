/* options: -d */
double a[8][8];
#pragma xmp nodes p(2, *)
#pragma xmp template t(8, 0:7)
#pragma xmp distribute t(block, cyclic(2)) onto p
#pragma xmp align a[i][j] with t(j+1, i)
void work(int n)
{
    int i, j;
#pragma xmp loop (i, j) on t(j+1, i)
    for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++)
            a[i][j] = n;
#pragma fpredict trip(2*8)
    while (n > 1) n /= 2;
}
