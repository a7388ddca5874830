/* The subscripts of a gmove are everybody's. */
#define N 8
double a[N], b[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
int where(int i);

int main(void)
{
    int k = 0;
#pragma xmp gmove
    a[k++] = b[0];
#pragma xmp gmove
    a[0:2] = b[k = 1:2];
#pragma xmp gmove
    a[where(2)] = b[0];
#pragma xmp gmove
    a[0] = b[where(2) + --k];
    return 0;
}
