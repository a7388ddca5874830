/* p = &s; *p = 3; in a comment, and in strings: none of it is the program's. */
#include <stdio.h>

#ifndef N
#define N 25
#endif

static int a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    int s, i, sum = 0; // int *p = &s, *q = &i;

    for (i = 0; i < N; i++) {
        s = 3 * i; /* keep(&s); rand(); printf("%d", s); */
        a[i] = s + 1;
    }
    puts("p = &s; scanf(\"%d\", &s); s = rand(); // not code");
    puts("/* for (i = 0; i < N; i++) a[i] = s; */ '&s'");
    puts("#pragma hpf redistribute T(block)");
    /* return s; */
    // printf("%d\n", s); \
       printf("%d\n", s);
    for (i = 0; i < N; i++)
        sum += a[i]; /* s += a[i] */
    printf("s = %d at '%c', a %d %d\n", sum, '&', a[1], a[N - 1]);
    return 0;
}
