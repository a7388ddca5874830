#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
int a[N], b[N];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
int main(void)
{
#pragma xmp task on p[1]
    {
#pragma xmp loop on t[i]
        for (int i = 0; i < N; i++)
            a[i] = i;
    }
#pragma xmp task on t[0]
    {
#pragma xmp gmove
        a[0:4] = b[4:4];
    }
    return 0;
}
