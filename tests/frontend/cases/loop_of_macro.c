#define EACH(v, n) for (int once = 1; once; once = 0) for (int v = 0; v < n; v++)
#define SET(x) x = 1
double a[8];
#pragma xmp nodes p[2]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
void work(void)
{
#pragma xmp loop on t[i]
    EACH(i, 8) a[i] = 1;
#pragma xmp loop on t[i]
    SET(a[0]);
}
