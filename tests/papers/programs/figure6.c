/* Parashar and Hariri 1996, figure 6, counted from 0: one element of A, or of B, is assigned by its
 * owner. */
#ifndef ROW
#define ROW 0
#endif
#ifndef COLUMN
#define COLUMN 0
#endif
static float A[5][4], B[5][6];

#pragma hpf processors PROC(4)
#pragma hpf template TMPL(8, 8)
#pragma hpf distribute TMPL(*, block) onto PROC
#pragma hpf align A(i, j) with TMPL(i, j)
#pragma hpf align B(i, j) with TMPL(i + 3, j + 2)

int main(void)
{
#if OF_B
    B[ROW][COLUMN] = 1;
#else
    A[ROW][COLUMN] = 1;
#endif
    return 0;
}
