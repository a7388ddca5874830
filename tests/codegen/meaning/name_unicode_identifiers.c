/* Identifiers with letters beyond ASCII, for an array, a loop's variable and scalars. */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#define größe N

static double höhe[größe], été[größe];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align höhe(i) with T(i)
#pragma hpf align été(i) with T(i)

int main(void)
{
    double Σ = 0, δ = 0.5, länge;
    int ι;

    for (ι = 0; ι < größe; ι++)
        höhe[ι] = δ * ι;
    for (ι = 1; ι < größe - 1; ι++) {
        länge = höhe[ι + 1] - höhe[ι - 1];
        été[ι] = länge * 8;
    }
    for (ι = 0; ι < größe; ι++)
        Σ += été[ι];
    printf("Σ %.12g ι %d\n", Σ, ι);
    printf("été %.12g %.12g höhe %.12g\n", été[1], été[N - 1], höhe[N - 1]);
    return 0;
}
