/* y is on fewer processors than there are. By hand: blocks of 8 on P, of 16 on Q; each
 * processor but the first, whose own it is, gets its 8 elements: 7 messages, 448 bytes. */
#define N 64

static double x[N], y[N];

#pragma hpf processors P(8), Q(4)
#pragma hpf distribute x(block) onto P
#pragma hpf distribute y(block) onto Q

int main(void)
{
#pragma hpf independent
    for (int i = 0; i < N; i++)
        x[i] = y[i];
    return 0;
}
