/* Input into an element: all read it, and only the owner has it. */
#include <stdio.h>
#define N 12
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

int main(void)
{
    for (int i = 0; i < N; i++)
        scanf("%lf", &a[i]);
    printf("%g\n", a[3]);
    return 0;
}
