#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], x;
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow a[1]
double z[N];
int main(void)
{
#pragma xmp reflect_init (a) width(2)
#pragma xmp reflect_do (a)
#pragma xmp reflect_init (b)
#pragma xmp reflect_do (b)
#pragma xmp reflect_init (z)
#pragma xmp reflect_do (z)
#pragma xmp reflect_init (a) width(1)
#pragma xmp reflect_do (a)
#pragma xmp reflect_do (x)
    return 0;
}
