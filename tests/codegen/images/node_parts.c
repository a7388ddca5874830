/* Broadcasts, reductions and barriers of parts of an arrangement: rows, columns, parts with a stride,
 * an arrangement that is a part of another, tasks and functions that tasks call. Node number k is k at
 * first; each is compared with what is worked out by hand. The status is how many are wrong. */

#include <xmp.h>

#pragma xmp nodes p[4]
#pragma xmp nodes g[2][2] = p
#pragma xmp nodes q[3] = p[1:3]
#pragma xmp nodes row[2] = g[*][:]
#pragma xmp nodes col[2] = g[:][*]
#pragma xmp template t[24]
#pragma xmp distribute t[cyclic] onto p

static int wrong, shared;

static void expect(double is, double right)
{
    wrong += is != right;
}

static void add(int k)
{
#pragma xmp reduction (+:shared)
    shared += k;
}

/* By node: the first number is node 1's. */
static int of(int me, int a, int b, int c, int d)
{
    return me == 1 ? a : me == 2 ? b : me == 3 ? c : d;
}

int main(void)
{
    const int me = xmp_node_num();
    int x = me, at = me, k = 2;
    double best = me == 3 ? 9.5 : me;

#pragma xmp bcast (x) from p[1] on p[0:2]
    expect(x, of(me, 2, 2, 3, 4));
    x = me;
#pragma xmp bcast (x) from p[k] on p[k-1:2]
    expect(x, of(me, 1, 3, 3, 4));
    x = me;
#pragma xmp bcast (x) from p[2] on p[0:2:2]
    expect(x, of(me, 3, 2, 3, 4));
    x = me;
#pragma xmp bcast (x) from g[*][1] on g[*][:]
    expect(x, of(me, 2, 2, 4, 4));
    x = me;
#pragma xmp bcast (x) from g[1][*] on g[:][*]
    expect(x, of(me, 3, 4, 3, 4));
    x = me;
#pragma xmp reduction (+:x) on row
    expect(x, of(me, 3, 3, 7, 7));
    x = me;
#pragma xmp reduction (max:x) on col
    expect(x, of(me, 3, 4, 3, 4));
    x = me;
#pragma xmp reduction (+:x) on q
    expect(x, of(me, 1, 9, 9, 9));
    x = me;
#pragma xmp reduction (firstmax:best/at/) on p[1:2]
    expect(best, of(me, 1, 9, 9, 4) + (me == 2 || me == 3 ? 0.5 : 0.0));
    expect(at, of(me, 1, 3, 3, 4));

#pragma xmp tasks
    {
#pragma xmp task on q[1:2]
        {
#pragma xmp reduction (+:x)
        }
#pragma xmp task on p[0:2]
        {
#pragma xmp barrier
#pragma xmp bcast (x) from p[1]
        }
    }
    expect(x, of(me, 2, 2, 7, 7));
    x = me;
    /* The owners of t[1] and t[2] are nodes 2 and 3, those of t[0:12:6] 1 and 3. */
#pragma xmp task on t[1:2]
    {
#pragma xmp reduction (+:x)
    }
    expect(x, of(me, 1, 5, 5, 4));
#pragma xmp task on t[0:3:6]
    {
#pragma xmp bcast (x) from t[6]
    }
    expect(x, of(me, 5, 5, 5, 4));

    shared = me;
#pragma xmp task on p[0:2]
    add(1);
#pragma xmp task on p[3]
    add(2);
    expect(shared, of(me, 4, 4, 3, 6));
    x = me;
#pragma xmp reduction (+:x) on q async(1)
#pragma xmp bcast (shared) from p[3] on p[2:2] async(2)
#pragma xmp wait_async (1, 2)
    expect(x, of(me, 1, 9, 9, 9));
    expect(shared, of(me, 4, 4, 6, 6));
#pragma xmp barrier on p[0:2]
#pragma xmp barrier on col
#pragma xmp reduction (+:wrong)
    return wrong;
}
