/* A return in the last iteration of what a function does last leaves nothing out; one before something else does. */
#define N 16
#define STEPS 4
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double u[N];
#pragma hpf align u(i) with T(i)

void at_end(double *norm)
{
    for (int t = 1; t <= STEPS; t++) {
        for (int i = 0; i < N; i++)
            u[i] = u[i] + t;
        if (t == STEPS) {
            *norm = 1;
            return;
        } else {
            *norm = 0;
        }
    }
}

void before_more(double *norm)
{
    for (int t = 1; t <= STEPS; t++) {
        *norm = t;
        if (t == STEPS)
            return;
    }
    *norm = 2;
}

void before_last(double *norm)
{
    for (int t = 1; t <= STEPS; t++) {
        *norm = t;
        if (t == STEPS - 1)
            return;
    }
}

int main(void)
{
    double norm;
    at_end(&norm);
    before_more(&norm);
    before_last(&norm);
    return norm > 0;
}
