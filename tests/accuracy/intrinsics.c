/* The functions of a table of times on the iPSC/860 that docs/machines.md has: arrays of
 * its sizes, a region for each. */
#include <hpf.h>

static float square[1024][1024], half[512][512], turned[512][512];
static double wide[512][512], wide_turned[512][512];
static float x[262144], y[262144];

#pragma hpf processors P(4)
#pragma hpf distribute square(block, *) onto P
#pragma hpf distribute half(block, *) onto P
#pragma hpf distribute turned(block, *) onto P
#pragma hpf distribute wide(block, *) onto P
#pragma hpf distribute wide_turned(block, *) onto P
#pragma hpf distribute x(block) onto P
#pragma hpf distribute y(block) onto P

int main(void)
{
    float result = 0;
#pragma fpredict region maxval
    result += maxval(square, 1024, 1024);
#pragma fpredict region product
    result += product(x, 262144);
#pragma fpredict region dot_product
    result += dot_product(x, y, 262144);
#pragma fpredict region transpose
    transpose(turned, half, 512, 512);
#pragma fpredict region transpose_of_doubles
    transpose(wide_turned, wide, 512, 512);
    return result > 0;
}
