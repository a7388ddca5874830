/* flags: -DTHERE=cyclic(K) */
/* Macros of the parts of directives: names, formats, lists, clauses, whole directives. */
#define N 16
#define K 2
#define NODES p
#define CELLS t
#define HERE block
#define WHOLE *
#define BOTH a, b
#define FULL (a)
#define SUM reduction(+ : s)
#define LOOP loop on t[i][j]
double a[N][N], b[N][N], c[N], s;
#pragma xmp nodes NODES[4][2]
#pragma xmp template CELLS[N][N]
#pragma xmp distribute CELLS[HERE][THERE] onto NODES
#pragma xmp align [i][j] with CELLS[i][j]::BOTH
#pragma xmp align c[i] with t[i][WHOLE]
#pragma xmp shadow a[1][0]
#undef HERE
#define HERE gblock

int main(void)
{
#pragma xmp LOOP SUM
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[i][j];
#pragma xmp reflect FULL
#pragma xmp LOOP
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = a[i - 1][j] + c[i];
    return 0;
}
