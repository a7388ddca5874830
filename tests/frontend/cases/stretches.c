/* Stretches of an array, one after the other: the first index of the next one ends each. */
#define N 100
double val[9 * N], x[N], y[N];
int col[9 * N], first[N + 1];

void forwards(void)
{
    for (int i = 0; i < N; i++)
#pragma fpredict trip(9)
        for (int k = first[i]; k < first[i + 1]; k++)
            y[i] += val[k] * x[col[k]];
}

void backwards(const int *begin)
{
    for (int i = N - 1; i >= 0; i--)
#pragma fpredict trip(9)
        for (int k = begin[i + 1] - 1; k >= begin[i]; --k)
            y[i] -= val[k];
}

/* Numbered from 1; the end has a name. */
void from_one(int m)
{
    for (int i = 1; i <= m; i++) {
        const int end = first[i] - 1;
#pragma fpredict trip(9)
        for (int k = first[i - 1] - 1; k <= end - 1; k += 1)
            y[i - 1] += val[k + 1];
    }
}

/* Two rows at once; and none of them: with room between, of two arrays, every other one, and as far
 * as its own number. */
void others(const int *begin, const int *end, int step)
{
    for (int i = 0; i < N; i++) {
#pragma fpredict trip(9)
        for (int k = first[i]; k < first[i + 1] - 1; k++)
            y[i] += val[k];
#pragma fpredict trip(9)
        for (int k = first[i]; k < first[i + 2]; k++)
            y[i] += val[k];
#pragma fpredict trip(9)
        for (int k = begin[i]; k < end[i + 1]; k++)
            y[i] += val[k];
#pragma fpredict trip(9)
        for (int k = first[i]; k < first[i + 1]; k += step)
            y[i] += val[k];
#pragma fpredict trip(9)
        for (int k = i; k < first[i]; k++)
            y[i] += val[k];
    }
}

/* Both ends have a name. */
void named(void)
{
    for (int i = 0; i < N; i++) {
        int begin = first[i], end = first[i + 1];
#pragma fpredict trip(9)
        for (int k = begin; k < end; k++)
            y[i] += val[k] * x[col[k]];
    }
}

/* The same, and nobody says how often: on the average as often as the 900 elements of `val` over 100 rows. Not so where
 * the names are of no such ends, or are set again. */
void named_unsaid(void)
{
    for (int i = 0; i < N; i++) {
        int begin = first[i], end = first[i + 1];
        for (int k = begin; k < end; k++)
            y[i] += val[k] * x[col[k]];
    }
    for (int i = 0; i < N; i++) {
        int begin = 3 * i, end = 3 * i + 3;
        for (int k = begin; k < end; k++)
            y[i] += val[k] * x[col[k]];
    }
}
