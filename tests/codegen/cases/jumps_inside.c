/* Loops that end early, in iterations that one processor executes, and in which something is sent: all must
 * know where they end. */
#include <stdio.h>
#ifndef N
#define N 16
#endif

static int near[N][3], level[N], wave[N], late[N], kept[N], table[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: level, wave, late, kept
#pragma hpf align near(i,*) with T(i)
#pragma hpf align table(i,*) with T(i)

static void visit(int v)
{
    for (int e = 0; e < 3; e++)
        if (level[near[v][e]] < 9) {
            level[v] = level[v] > 1 ? 1 : 0;
            return;
        }
    level[v] = level[(v + 3) % N] + 8;
}

static void settle(int v)
{
    if (wave[(v + 5) % N] > 20)
        return;
    wave[v] = wave[(v + 2) % N] + 1;
}

static void own(int v)
{
    for (int e = 0; e < N; e++)
        if (table[v][e] > v) {
            table[v][0] = e;
            return;
        }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        for (int e = 0; e < 3; e++)
            near[i][e] = (i * 5 + e * 3 + 1) % N;
        for (int e = 0; e < N; e++)
            table[i][e] = (i * e) % 7 + e;
        level[i] = i == 3 ? 0 : 9;
        wave[i] = i * i % 11 + i;
        late[i] = i == 2 ? 1 : 30;
        kept[i] = i % 4;
    }
    for (int v = 0; v < N; v++)
        for (int e = 0; e < 3; e++)
            if (late[(v + e) % N] < 9) {
                late[v] = 2 + e;
                break;
            }
    for (int v = 0; v < N; v++) {
        for (int e = 0; e < 3; e++) {
            if (kept[near[v][e]] == 1) {
                kept[v] = 5 + e;
                goto next;
            }
            kept[v] += kept[(v + e) % N] > 2;
        }
        kept[v] += kept[(v + 1) % N];
    next:;
    }
    for (int v = 0; v < N; v++)
        visit(v);
    for (int v = 0; v < N; v++)
        settle(v);
    for (int v = 0; v < N; v++)
        own(v);
    for (int v = 0; v < N; v++)
        for (int e = 0; e < N; e++)
            if (table[v][e] > 6) {
                table[v][e] = -1;
                break;
            }
    for (int v = 0; v < N; v++)
        for (int e = 0; e < 3; e++) {
            int seen, more;
            seen = late[near[v][e]];
            more = seen + e;
            if (more < 5) {
                late[v] = seen + 1;
                break;
            }
        }
    for (int v = 0; v < N; v++) {
        int sum = 0;
        for (int e = 0; e < N; e++)
            sum += table[v][e];
        printf("%d %d %d %d %d\n", late[v], kept[v], level[v], wave[v], sum);
    }
    return 0;
}
