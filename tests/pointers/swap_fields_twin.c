/* swap_fields.c: five iterations, each of two. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

typedef struct field {
    int rows, columns;
    double *at;
} field;
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: field.at

static void set_up(field *f, int rows, int columns)
{
    f->rows = rows;
    f->columns = columns;
    f->at = malloc((size_t)rows * columns * sizeof *f->at);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            f->at[i * columns + j] = (i * 7 + j * 3) % 11;
}

static void sweep(field *to, const field *from)
{
    int w = from->columns;
    for (int i = 1; i < from->rows - 1; i++)
        for (int j = 1; j < from->columns - 1; j++)
            to->at[i * w + j] = 0.25 * (from->at[(i - 1) * w + j] + from->at[(i + 1) * w + j] +
                                        from->at[i * w + j - 1] + from->at[i * w + j + 1]);
}

static double weigh(const field *f)
{
    double s = 0;
    for (int i = 0; i < f->rows; i++)
        for (int j = 0; j < f->columns; j++)
            s += f->at[i * f->columns + j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    field now, next;
    set_up(&now, N, M);
    set_up(&next, N, M);
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        sweep(&next, &now);
        sweep(&now, &next);
    }
    printf("%.10g %.10g\n", weigh(&now), weigh(&next));
    free(now.at);
    free(next.at);
    now.at = next.at = NULL;
    return 0;
}
