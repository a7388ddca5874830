double a[8];
#pragma xmp nodes p[2]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
void work(int n)
{
    int i;
#pragma xmp loop on t[i]
    for (i = 1; i < 8; i *= 2)
        a[i] = 1;
#pragma xmp loop on t[i]
    for (i = 0; i < n; i++) {
        a[i] = 1;
        if (a[i] > 0)
            i++;
    }
#pragma xmp loop on t[i]
    a[0] = 1;
}
