/* Pointers to planes whose extents have names: how many there are, the bytes that are asked for say. */
#include <stdlib.h>
#define NX 40
#define NY 30
#define NZ 3

#pragma hpf processors P(2,2)
static double (*u)[NX][NY];
static float (*v)[NX + 1][NY];
#pragma hpf distribute u(*,block,block) onto P
#pragma hpf distribute v(*,block,block) onto P

int main(void)
{
    double (*w)[NX][NY] = calloc(NZ, sizeof *w);
#pragma hpf distribute w(*,block,block) onto P
    u = malloc(2 * NZ * sizeof *u);
    v = malloc(sizeof(float) * NY * NZ * (NX + 1));
    u[0][0][0] = v[0][0][0] + w[0][0][0];
    return 0;
}
