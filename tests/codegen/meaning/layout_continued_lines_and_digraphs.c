/* Lines go on in the middle of words, strings and directives; digraphs for brackets. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
%:define TWO_\
LINES(x) \
    ((x) \
     + 1)

static int a<:N:>, b[N];

#pragma hpf processors \
    P(4)
#pragma hpf template T(N), \
                     S(N)
#pragma hpf distribute T(block) \
    onto P
#pragma hpf align a(i) with \
    T(i)
#pragma hpf al\
ign b(i) with T(i)

int main(void)
<%
    int i, su\
m = 0, t;

    fo\
r (i = 0; i < N; i+\
+)
        a<:i:> = TWO_LINES(i) * 2;
    for (i = 1; i < N - 1; i++) <%
        t = a<:i - 1:> + a[i + 1:>;
        b[i] = t;
    %>
    for (i = 0; i < N; i++)
        sum += b[i]; // here \
        sum = 0;
    printf("sum %d \
i %d\n", sum, i);
    printf("a %d b %d %d\n", a<:0:>, b<:1:>, b[N \
- 2]);
    return 0;
%>
