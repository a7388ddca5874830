/* Another type of that name, which only this file has: its member is each processor's own. */
typedef struct {
    double weight;
    int rows;
    double *u;
} Box;
static double kept[3] = {1, 2, 3};
static Box mine = {0.5, 3, kept};

double scale(void)
{
    double s = 0;
    for (int i = 0; i < mine.rows; i++)
        s += mine.u[i] * mine.weight;
    return s;
}
