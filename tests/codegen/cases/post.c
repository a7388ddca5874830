/* A message without content: from one task to another. */
#include <stdio.h>
#include <xmp.h>

#pragma xmp nodes p[4]

int main(void)
{
#pragma xmp task on p[0]
    {
#pragma xmp post (p[1], 7)
    }
#pragma xmp task on p[1]
    {
#pragma xmp wait (p[0], 7)
    }
    printf("done\n");
    return 0;
}
