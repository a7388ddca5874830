/* Where an extreme value is, without a clause: of equal ones the first that the loops come upon, by the
 * loops' order and not by that in which the places are named or assigned. And what is then done with the
 * place: rows and elements that change places, of which only the run knows which. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 12
#endif
static double a[N][N], v[N];
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align v(i) with T(i,*)

static void show(const char *what)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (3 * i + j);
    printf("%s: %.10g\n", what, sum);
}

int main(void)
{
    int row, column, at, next;
    double most, least, t;

    for (int i = 0; i < N; i++) {
        v[i] = (7 * i + 3) % 5;
        for (int j = 0; j < N; j++)
            a[i][j] = (5 * i + 3 * j) % 7;
    }

    /* Each value stands in several places. */
    most = -1;
    row = column = -1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (a[i][j] > most) {
                column = j;
                most = a[i][j];
                row = i;
            }
    printf("largest %g at %d %d\n", most, row, column);
    least = 1e9;
    at = -1;
    for (int i = 1; i < N; i++)
        if (least > fabs(v[i] - 2)) {
            least = fabs(v[i] - 2);
            at = i + 100;
        }
    printf("nearest %g at %d\n", least, at);
    /* None is larger: nothing is assigned. */
    most = 99;
    at = -7;
    for (int i = 0; i < N; i++)
        if (v[i] > most) {
            most = v[i];
            at = i;
        }
    printf("none %g at %d\n", most, at);

    for (int k = 0; k < N - 1; k++) {
        most = -1;
        at = k;
        for (int i = k; i < N; i++)
            if (a[i][k] > most) {
                most = a[i][k];
                at = i;
            }
        if (at != k)
            for (int j = 0; j < N; j++) {
                t = a[k][j];
                a[k][j] = a[at][j];
                a[at][j] = t;
            }
        for (int i = k + 1; i < N; i++)
            a[i][k] = a[i][k] - a[at][k] / 8;
        next = at < N - 1 ? at : 0;
        for (int i = 0; i < N; i++)
            v[i] += a[next + 1][i] + v[next];
    }
    show("exchanged");
    for (int i = 0; i < N; i++)
        printf("%.10g ", v[i]);
    printf("\n");
    /* The index changes inside the loop that could fetch all at once. */
    at = 1;
    for (int k = 0; k < N; k++) {
        for (int i = 0; i < N; i++)
            v[i] += a[at][i];
        at = (at * 5 + 1) % N;
    }
    for (int i = 0; i < N; i++)
        printf("%.10g ", v[i]);
    printf("\n");
    return 0;
}
