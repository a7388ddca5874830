#define SIZE 32
#pragma hpf processors P(4)
extern double x[SIZE];
#pragma hpf distribute x(block) onto P
extern int steps, used;
void work(void);
double total(void);
