/* Tasks in which little or nothing stands.
 *
 * The gmove assigns processor 0's own v[0] from its own a[0]: nothing moves, and line 17 takes what
 * a copy takes. */
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
