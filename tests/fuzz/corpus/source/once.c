#define N 64
#define FALSE 0
#define SET(x, v) do { x = v; } while (FALSE)
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    int i = 3;
    for (i = 0; i < N; i++)
        SET(a[i], 1);
    while (0) a[0] = 2;
    for (i = 7; 0;) a[0] = 3;
    a[i] = 3;
    while (1) { a[0] = 4; break; }
    for (;;) { if (a[0] > 3) break; a[0] = 5; break; }
    do { if (a[1] > 0) continue; a[2] = 6; } while (0);
    for (i = 0; i < N; i++)
        do { if (i == 3) break; a[i] = 7; } while (0);
    while (1) { if (a[3] > 1) break; a[3]++; }
    while (1) { if (a[3] > 1) continue; a[3]++; break; }
#pragma fpredict trip(3)
    while (1) { a[4]++; break; }
    return 0;
}
