/* Pointers to whole arrays that are used otherwise, too, have their own dimension. */
#include <stdlib.h>
#define N 8
#pragma hpf processors p(4)
#pragma hpf template t(N,N)
#pragma hpf distribute t(block,*) onto p
void look(double (*rows)[N][N])
{
    rows[1][0][0] = 1;
}
int main(void)
{
    double (*used)[N][N] = malloc(sizeof *used);
    double (*moved)[N][N] = malloc(2 * sizeof *moved);
    double (*passed)[N][N] = malloc(2 * sizeof *passed);
    double (*second)[N][N] = malloc(2 * sizeof *second);
#pragma hpf align used(i,j) with t(i,j)
#pragma hpf align moved(i,j) with t(i,j)
#pragma hpf align passed(i,j) with t(i,j)
#pragma hpf align second(i,j) with t(i,j)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            (*used)[i][j] = used[0][j][i];
    (*moved)[0][0] = *moved[0][1];
    moved++;
    look(passed);
    second[1][0][0] = (*second)[0][0];
    free(used);
    return 0;
}
