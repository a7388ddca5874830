double a[8], b[9][9], c[8];
#pragma xmp nodes p[4]
int main(void)
{
    a[0:4:1:2] = 1; b[0,0:4] = 1;
    a[0:4]:[1] = c[0:4];
#if 0
    a[0:4]:[1] = c[0:4:1:2];
#endif
    a[0] = c[0] : [2];
    return 0;
}
