/* Two members of a structure that one directive distributes, each by itself, and a function exchanges. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)

struct field {
    int rows, columns;
    double *now, *next;
};
#pragma hpf dimension(N,M), distribute(block,*) onto P :: field.now, field.next

static void set_up(struct field *f, int rows, int columns)
{
    f->rows = rows;
    f->columns = columns;
    f->now = malloc((size_t)rows * columns * sizeof *f->now);
    f->next = malloc((size_t)rows * columns * sizeof *f->next);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            f->now[i * columns + j] = (i * 7 + j * 3) % 11;
            f->next[i * columns + j] = (i * 7 + j * 3) % 11;
        }
}

static void sweep(struct field *f)
{
    int w = f->columns;
    for (int i = 1; i < f->rows - 1; i++)
        for (int j = 1; j < f->columns - 1; j++)
            f->next[i * w + j] = 0.25 * (f->now[(i - 1) * w + j] + f->now[(i + 1) * w + j] +
                                         f->now[i * w + j - 1] + f->now[i * w + j + 1]);
}

static void swap(struct field *f)
{
    double *kept = f->now;
    f->now = f->next;
    f->next = kept;
}

static double weigh(const double *a, int rows, int columns)
{
    double s = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            s += a[i * columns + j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    struct field f;
    set_up(&f, N, M);
#pragma fpredict region work
    for (int t = 0; t < 10; t++) {
        sweep(&f);
        swap(&f);
    }
    printf("%.10g %.10g\n", weigh(f.now, N, M), weigh(f.next, N, M));
    free(f.now);
    free(f.next);
    return 0;
}
