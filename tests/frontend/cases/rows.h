double fabs(double);
#define ALL(x) x[:]
static void clear(double *row, int n) { row[0:n] = 0; }
