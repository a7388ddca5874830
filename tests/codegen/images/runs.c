/* Reductions and broadcasts of a part of an array whose elements are one run in memory, of arrays that
 * a function is passed, on some nodes and on all. Of 4 nodes number k has the values below; each is
 * compared with what is worked out by hand. Prints nothing; the status is how many are wrong. */

#include <xmp.h>

#define ROWS 3

#pragma xmp nodes p[4]
#pragma xmp template t[24]
#pragma xmp distribute t[block] onto p
int a[24];
#pragma xmp align a[i] with t[i]

static int wrong;
static double m[ROWS][4], of_file[3] = {5, 5, 5};

static void expect(double is, double right)
{
    wrong += is != right;
}

static void sum_two(int n, double w[n], int from)
{
#pragma xmp reduction (+:w[from:2])
}

static void spread_and_sum(double w[3])
{
#pragma xmp bcast (w) from p[2]
#pragma xmp reduction (+:w) on p[0:2]
}

int main(void)
{
    const int me = xmp_node_num();
    int row = 1, v[5] = {me, 2 * me, me, 3, me}, s[4] = {1, 2, 3, 4};

    /* 1 + 2 + 3 + 4 and twice that; v[2] and v[3] as they were */
#pragma xmp reduction (+:v[0:2])
    expect(v[0], 10);
    expect(v[1], 20);
    expect(v[2], me);
    expect(v[3], 3);
#pragma xmp bcast (v[2:3]) from p[2]
    expect(v[1], 20);
    expect(v[2], 3);
    expect(v[4], 3);

    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < 4; j++)
            m[i][j] = me * (i + 1) + j;
    /* Row 1 of nodes 2 and 3: (4 + j) + (6 + j) */
#pragma xmp reduction (+:m[row]) on p[1:2]
    expect(m[1][3], me == 2 || me == 3 ? 16 : 2 * me + 3);
    expect(m[0][3], me + 3);
    /* Of row 2, node 3 gets 12 + 1 and 12 + 2 */
#pragma xmp bcast (m[2][1:2]) from p[3] on p[2:2]
    expect(m[2][0], 3 * me);
    expect(m[2][1], me == 3 ? 13 : 3 * me + 1);
    expect(m[2][2], me == 3 ? 14 : 3 * me + 2);
    expect(m[2][3], 3 * me + 3);
    /* Rows 0 and 1 are 4 + j and 10 + 2 j at most */
#pragma xmp reduction (max:m[0:2][:])
    expect(m[0][0], 4);
    expect(m[0][3], 7);
    expect(m[1][0], 10);
    expect(m[1][3], 16);
    expect(m[2][0], 3 * me);

    /* 0 + ... + 23, and 2 for each, to what was there */
#pragma xmp loop on t[i]
    for (int i = 0; i < 24; i++)
        a[i] = i;
#pragma xmp loop on t[i] reduction(+:s[1:2])
    for (int i = 0; i < 24; i++) {
        s[1] += a[i];
        s[2] += 2;
    }
    expect(s[0], 1);
    expect(s[1], 278);
    expect(s[2], 51);
    expect(s[3], 4);

    /* A directive adds what the nodes have: 5 of each, and its part of 0 + ... + 23. */
    int total = 5, twice[2] = {1, me};
#pragma xmp loop on t[i]
    for (int i = 0; i < 24; i++) {
        total += a[i];
        twice[0] += 2 * a[i];
    }
#pragma xmp reduction (+:total, twice)
    expect(total, 4 * 5 + 276);
    expect(twice[0], 4 * 1 + 552);
    expect(twice[1], 10);

    double w[9], u[3] = {me, me, me};
    for (int i = 0; i < 9; i++)
        w[i] = me;
    sum_two(9, w, 2);
    sum_two(9, w, 5);
    expect(w[1], me);
    expect(w[2], 10);
    expect(w[3], 10);
    expect(w[4], me);
    expect(w[5], 10);
    expect(w[6], 10);
    expect(w[7], me);
    /* 3 of node 3; nodes 1 and 2 have it twice */
    spread_and_sum(u);
    expect(u[0], me <= 2 ? 6 : 3);
    spread_and_sum(of_file);
    expect(of_file[2], me <= 2 ? 10 : 5);
#pragma xmp reduction (+:wrong)
    return wrong;
}
