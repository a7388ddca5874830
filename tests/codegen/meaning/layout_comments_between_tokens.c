/* Comments stand between all tokens, with code in them. */
#include <stdio.h>

#ifndef N
#define N 23
#endif

static double a/* [N] */[/* N */N/* ] */], /* b[N] = { 1 }; */ b[N];

#pragma hpf processors P(4) /* four of them */
#pragma hpf template T(/* 0: */N)
#pragma hpf distribute T(block /* cyclic */) onto P // P(2,2)
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(/* int argc */void)
{
    double sum = 0; int i /* , j */;

    for /* (i = 5; */ (i /* ( */ = 0 /* ; */; /* ) */ i < N; i++ /* += 2) */) // { a[i] = 0;
        /* { */ a /* b */ [ /* ] */ i ] /* + 1 */ = /* ; */ i * 2 /* } */ ;
    for (i = 1; // } for (i = 0; i < N; i++)
         i < N - 1 /* && a[i] > 0 */; i++) { // )
        /* "unfinished string */
        b[i] = a[i - 1] /* - a[i] */
               // + 1000
               + a[i + 1] /* ' */;
        /* } */
    } /* while (i < 0); */
    for (i = 0; i < N; i++) /* sum = a[i]; */ sum /**/ += /***/ b[i];
    printf(/* stdout */ "sum %.12g /* i */ %d\n" /* , */, sum /* ) */, i);
    printf("a %.12g b %.12g // \"b\" %.12g\n", a[N - 1], b[1], b[N - 2]);
    return 0; // return 1; }
}
