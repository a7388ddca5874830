/* Processor 0 sends a double, and processor 1 waits for it; then both work. With ASYNC the message
 * is only started, and waited for after the work. */
#include <xmp.h>
static double a[2], b[2];

#pragma xmp nodes p[2]
#pragma xmp template t[2]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow a[1 : 0]

int main(void)
{
    int i, k;
#if ASYNC
#pragma xmp reflect(a) async(1)
#else
#pragma xmp reflect(a)
#endif
#pragma xmp loop on t[i]
    for (i = 0; i < 2; i++)
        for (k = 0; k < 1000; k++)
            b[i] = b[i] + 1.0;
#if ASYNC
#pragma xmp wait_async(1)
#endif
    return 0;
}
