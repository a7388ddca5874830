/* Loops that would move a pointer, and are not executed: it stays where it is. */
#define N 16
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    double *p = a + 9;
    while (p < a + 5) {
        *p = 1;
        p++;
    }
    *p = 7;
    p = a;
    for (int i = 7; i < 4; i++)
        *p++ = 2;
    *p = 3;
    return 0;
}
