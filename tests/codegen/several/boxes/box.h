/* The type, and who works with it. */
typedef struct {
    int rows, columns;
    double *u, *v;
} Box;
void box_make(Box *b, int rows, int columns);
void box_step(Box *b);
double box_sum(const Box *b);
double scale(void);
