/* Sizes of parts of arrays whose text is not the name and then its subscripts. */
#include <stdio.h>
#define N 12
#define M 5
float f[N][M][3];
#pragma hpf processors P(4)
#pragma hpf distribute f(block,*,*) onto P

int main(void)
{
    printf("%zu\n", sizeof(*f)[2]);
    printf("%zu\n", sizeof(*(f + 1))[1]);
    printf("%zu\n", sizeof(*f)[2][1]);
    printf("%zu %zu %zu\n", sizeof *f[1], sizeof(f[1])[2], sizeof **f); /* these are */
    return 0;
}
