double a[8];
#pragma xmp nodes p[2]
int main(void)
{
    a[0:4] = 1;
#pragma xmp gmove
}
