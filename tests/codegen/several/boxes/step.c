#include "box.h"

void box_step(Box *b)
{
    for (int i = 1; i < b->rows - 1; i++)
        for (int j = 1; j < b->columns - 1; j++)
            b->v[i * b->columns + j] =
                0.25 * (b->u[(i - 1) * b->columns + j] + b->u[(i + 1) * b->columns + j] +
                        b->u[i * b->columns + j - 1] + b->u[i * b->columns + j + 1]);
    for (int i = 1; i < b->rows - 1; i++)
        for (int j = 1; j < b->columns - 1; j++)
            b->u[i * b->columns + j] = b->v[i * b->columns + j];
}
