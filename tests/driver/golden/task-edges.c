/* Tasks in which little or nothing stands.
 *
 * The gmove on the iPSC/860: processor 0 sends the 8 bytes of a[0] to three others, 1, 1
 * and 2 hops away: 2 x (76 + 3.2 + 11) + 76 + 3.2 + 22 = 281.6 us. */
#define N 64
static double a[N], v[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]

int main(void)
{
#pragma xmp task on p[0]
    {
#pragma xmp gmove
        v[0] = a[0];
    }
    for (int k = 0; k < 3; k++) {
#pragma xmp task on p[0]
        {
        }
    }
    if (N > 1) {
#pragma xmp task on p[1]
        {
            ;
        }
        v[1] = 1;
        v[2] = 2;
    }
#pragma xmp tasks
    {
#pragma xmp task on p[0]
        {
        }
#pragma xmp task on p[1]
        {
        }
    }
    return 0;
}
