/* Assembly, jumps, and what ends the program: where something follows that is not executed. */
#include <setjmp.h>
#include <stdlib.h>
#define N 64
#define BARRIER __asm__ volatile("" ::: "memory")
static double a[N];
static jmp_buf back;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

__attribute__((constructor)) static void before(void)
{
    a[0] = 1;
}
static void leave(int code)
{
    exit(code); /* whoever calls this does not go on */
}

int main(int argc, char **argv)
{
    int n = 3;
    for (int i = 0; i < N; i++) {
        if (i == 5)
            exit(1); /* in the sixth iteration */
        a[i] = i;
    }
    for (int i = 0; i < N; i++) {
        if (i == N - 1)
            break; /* the last one is all that is left */
        a[i] = i;
    }
    if (argc > 1)
        leave(1); /* never taken, which is an assumption */
    __asm__ volatile("nop");               /* costs */
    __asm__ volatile("mov $1, %0" : "=r"(n)); /* n is not 3 */
    __asm__ volatile("" ::: "memory");     /* nothing is executed */
    __asm__ volatile("nop" ::: "memory");
    if (setjmp(back))
        a[1] = 2;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    leave(0);
    a[2] = 3; /* never */
    return 0;
}
