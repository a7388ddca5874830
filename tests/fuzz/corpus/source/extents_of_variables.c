int n = 8;
#pragma xmp nodes p[2]
#pragma xmp template t[16]
#pragma xmp distribute t[block] onto p
double a[n][n];
int step, m = 16, last;
double b[m];
#pragma xmp align b[i] with t[i]
int main(void)
{
#pragma xmp loop on t[step]
    for (step = 0; step < m; step++)
        b[step] = a[step % n][0];
    last = step;
    return 0;
}
