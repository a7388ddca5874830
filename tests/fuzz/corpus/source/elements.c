#define FIRST 40
#define N 100
void show(int *a);
const int fixed[4] = {10, 20, 30, 40};
int listed[4] = {FIRST, N - FIRST};
int designated[4] = {[2] = 50, [0] = 50};
int changed[4] = {25, 25, 25, 25};
int passed[4] = {25, 25, 25, 25};
int once[4];
int twice[2];
int in_loop[2];
int grown[2] = {50, 50};
#pragma hpf processors P(4)
#pragma hpf processors Q(2)
#pragma hpf template A(N), B(N), C(N), D(N), E(N), F(N), G(N), H(N), I(N)
#pragma hpf distribute A(gen_block(fixed)) onto P
#pragma hpf distribute B(gen_block(listed)) onto P
#pragma hpf distribute C(gen_block(designated)) onto P
#pragma hpf distribute D(gen_block(changed)) onto P
#pragma hpf distribute E(gen_block(passed)) onto P
#pragma hpf distribute F(gen_block(once)) onto P
#pragma hpf distribute G(gen_block(twice)) onto Q
#pragma hpf distribute H(gen_block(in_loop)) onto Q
#pragma hpf distribute I(gen_block(grown)) onto Q
double a[N];
#pragma hpf align a(i) with B(i)
int main(void)
{
    once[0] = 10;
    once[1] = once[2] = 20;
    once[3] = N - 50;
    twice[0] = 10;
    twice[0] = 20;
    twice[1] = 80;
    for (int i = 0; i < 2; i++)
        in_loop[i] = 50;
    changed[1] = 0;
    grown[0]++;
    show(passed);
    for (int i = 0; i < N; i++)
        a[i] = listed[0] + (int)sizeof listed;
    return 0;
}
