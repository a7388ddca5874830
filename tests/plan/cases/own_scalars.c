/* Scalars of an iteration: a formal that its function changes, one that all cases of a switch set,
 * also by going on into the next; not one that some cases leave as it is. */
#define N 64
static int a[N], b[N], c[N], d[N], e[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)
#pragma hpf align c(i) with a(i)
#pragma hpf align d(i) with a(i)
#pragma hpf align e(i) with a(i)

static int turned(int x)
{
    int r = 0;
    for (int k = 0; k < 6; k++) {
        r = 2 * r + (x & 1);
        x >>= 1;
    }
    return r;
}

int main(void)
{
    int t, u = 0;
    for (int i = 0; i < N; i++) /* divided */
        b[i] = turned(a[i]);
    for (int i = 0; i < N; i++) { /* divided */
        switch (a[i]) {
        case 2:
            t = 7;
            break;
        case 3:
            c[i] = 1;
        case 4:
            t = 8;
            break;
        default:
            t = 0;
        }
        d[i] = t;
    }
    for (int i = 0; i < N; i++) { /* all step through */
        switch (a[i]) {
        case 2:
            u = 7;
            break;
        default:
            break;
        }
        e[i] = u;
    }
    return 0;
}
