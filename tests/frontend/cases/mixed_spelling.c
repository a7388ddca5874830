double a[8];
#pragma xmp nodes p[2]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
void work(int n)
{
#pragma hpf independent
    for (int i = 0; i < n; i++)
        a[i] = 1;
}
