double a[8];
#pragma xmp nodes p[2]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
void work(void)
{
    a[0] = 1;
#pragma xmp loop on t[i]
}
#pragma xmp reflect (a)
