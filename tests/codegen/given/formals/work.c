/* Formals of the name that --set gives a value: calls say what they are. */
#define AT(i, j) ((i) * n + (j))

void fill(int n, double *u);
void step(int n, const double *u, double *next);

void fill(int n, double *u)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[AT(i, j)] = i == 0 ? 100.0 : i + 0.5 * j;
}

void step(int n, const double *u, double *next)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[AT(i, j)] = 0.25 * (u[AT(i - 1, j)] + u[AT(i + 1, j)] + u[AT(i, j - 1)] +
                                     u[AT(i, j + 1)]);
}
