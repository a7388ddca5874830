#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], x;
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow a[1]
int main(void)
{
    int n = 4;
    a[0:-2] = b[0:2];
#pragma xmp array on t[0:4]
    a[0:5] = 1;
#pragma xmp array on t[0:8]
    a[2:8] = 1;
#pragma xmp array on t[:]
    a[2:8] = 1;
#pragma xmp gmove
    a[0:n] = b[4:n + 1];
    return 0;
}
