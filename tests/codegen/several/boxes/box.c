/* The directives stand here, and the structure in another file. */
#include "box.h"
#include <stdlib.h>

#pragma hpf processors P(4)
#pragma hpf dimension(rows, columns), distribute(block, *) onto P :: Box.u, Box.v

void box_make(Box *b, int rows, int columns)
{
    b->rows = rows;
    b->columns = columns;
    b->u = malloc(rows * columns * sizeof(double));
    b->v = malloc(rows * columns * sizeof(double));
    for (int i = 0; i < b->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            b->u[i * b->columns + j] = i * 3 + j % 5;
            b->v[i * b->columns + j] = 0;
        }
}

double box_sum(const Box *b)
{
    double s = 0;
    for (int i = 0; i < b->rows; i++)
        for (int j = 0; j < b->columns; j++)
            s += b->u[i * b->columns + j] * (i + 2 * j);
    return s;
}
