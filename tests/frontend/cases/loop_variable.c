double a[8];
#pragma xmp nodes p[2]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
void work(int n)
{
    int i, k;
#pragma xmp loop (k) on t[k]
    for (i = 0; i < 8; i++)
        a[i] = 1;
#pragma xmp loop on t[k]
    for (i = 0; i < 8; i++)
        a[i] = 1;
}
