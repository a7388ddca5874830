/* Which element is read is set through addresses that are kept: by a pointer, a member, an array of
 * pointers, a pointer to the pointer, a function, memcpy; in a loop and one after the other. */
#include <stdio.h>
#include <string.h>

#define N 16

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

static int s, *q = &s, **to = &q;
static int in_member;
static struct {
    int *at;
} holder = {&in_member};
static int listed, other, *list[2] = {&other, &listed};
static int set_below = 3, *below = &set_below;
static int copied = 2, *copy = &copied;

static void move(void)
{
    *below = (*below + 3) % N;
}

static void print(void)
{
    for (int i = 0; i < N; i++)
        printf(" %g", b[i]);
    printf("\n");
}

int main(void)
{
    int here = 1, *lead = &here;

    for (int i = 0; i < N; i++)
        a[i] = i * i;
    for (int t = 0; t < 4; t++) {
        for (int i = 0; i < N; i++)
            b[i] = a[s] + 1000 * a[in_member] + 1e6 * a[listed];
        *q = (*q + 5) % N;
        *holder.at += 2;
        *list[1] = (*list[1] + 7) % N;
        print();
    }
    for (int t = 0; t < 4; t++) {
        const int next = (copied + 4) % N;
        for (int i = 0; i < N; i++)
            b[i] = a[set_below] + 1000 * a[here] + 1e6 * a[copied];
        move();
        ++*lead;
        memcpy(copy, &next, sizeof next);
        print();
    }
    for (int i = 0; i < N; i++)
        b[i] = a[s];
    print();
    **to = 9;
    for (int i = 0; i < N; i++)
        b[i] = a[s];
    print();
    return 0;
}
