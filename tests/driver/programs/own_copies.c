/* Each node has an array that no directive maps: in a task a gmove assigns the copies of those
 * that execute it, and nobody else's. */
#define N 32
double a[N], r[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align[i] with t[i] :: a

int main(void)
{
#pragma xmp task on p[2]
    {
#pragma xmp gmove
        r[0:8] = a[16:8];
    }
#pragma xmp task on p[1]
    {
#pragma xmp gmove in
        r[0:8] = a[16:8];
    }
#pragma xmp task on p[2]
#pragma xmp gmove
    r[3] = a[17];
#pragma xmp gmove
    r[8:8] = a[16:8];
    return 0;
}
