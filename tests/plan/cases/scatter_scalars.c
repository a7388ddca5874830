/* What is added is in scalars of the iteration, which the owner of the particle executes; an
 * extreme value is kept in one statement. */
#define N 64
#define G 16
#pragma hpf processors P(4)
#pragma hpf distribute rho(block) onto P
#pragma hpf distribute x(block) onto P
double rho[G], x[N];
void deposit(void)
{
#pragma hpf independent, reduction(+:rho)
    for (int i = 0; i < N; i++) {
        int c = (int)x[i];
        double part = x[i] - c;
        for (int k = 0; k < 2; k++)
            rho[c + k] += k ? part : 1 - part;
    }
}
void keep(void)
{
#pragma hpf independent, reduction(max:rho)
    for (int i = 0; i < N; i++)
        if (x[i] > rho[(int)x[i]])
            rho[(int)x[i]] = x[i];
}
