/* What clang says is at the columns of the source. */
double a[8], b[9][9];
#pragma xmp nodes p[4]
int main(void)
{
    a[0:4] = 1; a[0:2] = nowhere;
    a[0:2] = 3 +;
    a[0:4] = b[0:2];
    return 0;
}
