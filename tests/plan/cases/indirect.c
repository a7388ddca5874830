#define N 64
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
double a[N], b[N];
int index[N];
void collect(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[index[i]];
}
void scatter(void)
{
    for (int i = 0; i < N; i++)
        a[index[i]] = b[i];
}
/* By hand. All may need all: 12 messages of 16 doubles, of b and then of a. */
/* moves: 24 messages, 3072 bytes */
