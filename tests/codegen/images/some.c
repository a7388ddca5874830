/* Collectives of some of the processors, on 4: parts of arrangements, rows, tasks, tasks in tasks,
 * functions that tasks call, arrays on parts. Nodes know their number, from 1 in C's order, and so
 * what each of them must have; the status is how much is wrong somewhere. */
#include <stdio.h>
#include <xmp.h>
#define N 16
#pragma xmp nodes p[4]
#pragma xmp nodes q[2][2] = p
#pragma xmp nodes row[*] = q[*][:]
#pragma xmp nodes column[*] = q[:][*]
#pragma xmp nodes low[2] = p[0:2]
#pragma xmp nodes high[2] = p[2:2]
#pragma xmp nodes mixed[2] = p[1:2:2]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp template at_low[N]
#pragma xmp distribute at_low[block] onto low
#pragma xmp template at_mixed[N]
#pragma xmp distribute at_mixed[cyclic] onto mixed
int a[N], b[N], c[N], d[N];
#pragma xmp align [i] with t[i] :: a, d
#pragma xmp align b[i] with at_low[i]
#pragma xmp align c[i] with at_mixed[i]
int wrong_here:[*];

/* Node 1 + 2 i + j is q[i][j]. */
static int rows_and_columns(int me)
{
    int r = me, s = me, t = me, u[3] = {me, 2 * me, 3 * me};
#pragma xmp bcast (r) from row[1] on row[:]
#pragma xmp bcast (s) from column[0] on column[:]
#pragma xmp reduction (+:t) on row[:]
#pragma xmp bcast (u) from p[3] on p[1:3]
    int bad = (r != (me <= 2 ? 2 : 4)) + (s != (me % 2 ? 1 : 2)) + (t != (me <= 2 ? 3 : 7));
    return bad + (u[2] != (me == 1 ? 3 : 12));
}

/* Of those of the task. */
static void add_up(int *sum)
{
    int s = *sum;
#pragma xmp reduction (+:s)
    *sum = s;
}

static int in_tasks(int me)
{
    int s = me, m = me, n = me, k = me;
#pragma xmp tasks
    {
#pragma xmp task on p[0:3]
        {
#pragma xmp barrier
            add_up(&s);
#pragma xmp task on p[1:2]
            {
#pragma xmp reduction (max:m)
            }
        }
#pragma xmp task on p[3]
        {
            add_up(&s);
        }
    }
#pragma xmp task on mixed[:]
    {
#pragma xmp bcast (n) from p[3]
    }
#pragma xmp task on t[4:8]
    {
#pragma xmp reduction (*:k)
    }
#pragma xmp barrier on p[0:2]
    /* 1 + 2 + 3 of the first task; nodes 2 and 3 in the inner; nodes 2 and 4 are mixed; cells 4 to
     * 11 are those of nodes 2 and 3. */
    return (s != (me == 4 ? 4 : 6)) + (m != (me == 2 || me == 3 ? 3 : me)) +
           (n != (me % 2 ? me : 4)) + (k != (me == 2 || me == 3 ? 6 : me));
}

/* The partial sums are those of the task's nodes: 0 + … + 7, and 8 + … + 15. */
static int loops(int me)
{
    int s = 0;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma xmp task on p[0:2]
    {
#pragma xmp loop on t[i] reduction(+:s)
        for (int i = 0; i < N / 2; i++)
            s += a[i];
    }
#pragma xmp task on p[2:2]
    {
#pragma xmp loop on t[i] reduction(+:s)
        for (int i = N / 2; i < N; i++)
            s += a[i];
    }
    return s != (me <= 2 ? 28 : 92);
}

/* From all to half of them, to two others, and back. */
static int arrays(void)
{
    int bad = 0;
#pragma xmp gmove
    b[:] = a[:];
#pragma xmp loop on at_low[i]
    for (int i = 0; i < N; i++)
        b[i] += 100;
#pragma xmp gmove
    c[:] = b[:];
#pragma xmp loop on at_mixed[i]
    for (int i = 0; i < N; i++)
        c[i] *= 2;
#pragma xmp gmove
    d[:] = c[:];
#pragma xmp loop on t[i] reduction(+:bad)
    for (int i = 0; i < N; i++)
        bad += d[i] != 2 * (i + 100);
    return bad;
}

int main(void)
{
    int me = xmp_node_num();
    wrong_here = rows_and_columns(me) + 10 * in_tasks(me) + 100 * loops(me) + 1000 * arrays();
    if (wrong_here)
        fprintf(stderr, "%d: %d wrong\n", me, wrong_here);
    xmp_sync_all(NULL);
    return wrong_here:[0] + wrong_here:[1] + wrong_here:[2] + wrong_here:[3] != 0;
}
