/* Jumps in a switch. Of n groups each has the probability 1/n, one more where no
 * case may apply; what follows the switch runs for those that do not continue. */
#define N 100
int a[N], state[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]

void always(void)
{
    for (int i = 0; i < N; i++) {
        switch (state[i]) {
        case 0: continue; /* 1/3 */
        case 1: a[i] = 1; continue; /* 1/3 */
        default: a[i] = 2; /* 1/3 */
        }
        a[i] = 3; /* 1/3 */
    }
}

void sometimes(void)
{
    for (int i = 0; i < N; i++) {
        switch (state[i]) {
        case 0: { a[i] = 1; break; } /* 1/4 */
        case 1: if (i == 0) continue; a[i] = 2; break; /* 1/4, with a copy of 4 and 5 */
        case 2: a[i] = 3; continue; /* 1/4 */
        }
        a[i] = 4; /* 2/4: case 0 and no case */
        a[i] = 5;
    }
}

void broken(void)
{
    for (int i = 0; i < N; i++) {
        switch (state[i]) {
        case 0: if (i == 7) break; a[i] = 1; /* 1/2, falls into 2 */
        default: a[i] = 2; break; /* 1/2 */
        }
        a[i] = 3; /* for all */
    }
}

void nested(int n)
{
    for (int i = 0; i < N; i++) {
        if (i > n) {
            switch (state[i]) {
            case 3:
                for (int j = 0; j < 2; j++) {
                    if (j == 0) continue; /* of the inner loop */
                    a[i] = 1;
                }
                continue;
            }
            a[i] = 2; /* 1/2 */
        } else {
#pragma fpredict trip(5)
            while (a[i]) a[i] -= 1;
            continue;
        }
        a[i] = 4; /* where i > n, 1/2; the hint is not its own */
        for (int k = 0; k < 2; k++) a[k] = 5;
    }
    for (int i = 0; i < N; i++)
        switch (state[i]) case 1: if (i) continue; else a[i] = 6;
}

/* 50 groups that fall through: 50 * 51 / 2 * 2 statements are more than 2,000. */
#define TWO(n) case n: if (i == n) continue; a[i] = n; case n + 1: if (i == n) break; a[i] += n;
#define TEN(n) TWO(n) TWO(n + 2) TWO(n + 4) TWO(n + 6) TWO(n + 8)

void falling(void)
{
    for (int i = 0; i < N; i++) {
        switch (state[i]) { TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) }
        a[i] = 99;
    }
}
