/* Every kind of transfer, on 4 images. The result of each is what the comment beside it works out;
 * the status is how many of them are wrong on some image. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
double row[8]:[*], field[4][6]:[*];
int count:[*] = 5;
struct pair {
    int first, second;
} both[2];
#pragma xmp coarray both : [*]

static int wrong(double is, double expected)
{
    return is != expected;
}

/* Image i has row[k] = 10 i + k, field[j][k] = 100 i + 10 j + k. */
static void fill(int me)
{
    for (int k = 0; k < 8; k++)
        row[k] = 10 * me + k;
    for (int j = 0; j < 4; j++)
        for (int k = 0; k < 6; k++)
            field[j][k] = 100 * me + 10 * j + k;
    both[0].first = both[0].second = both[1].first = both[1].second = me;
}

static int elements(int me, int last)
{
    int next = (me + 1) % (last + 1), bad = 0;
    double far = row[3]:[next] + field[2][me]:[last] * 2;
    bad += wrong(far, 10 * next + 3 + 2 * (100 * last + 20 + me));
    bad += wrong(count:[next], 5);
    xmp_sync_all(NULL);
    row[me]:[0] = 1000 + me;
    count:[next] = row[7]:[me] * 2;
    both[1].second:[next] = me;
    xmp_sync_all(NULL);
    bad += wrong(row[me]:[0], 1000 + me);
    bad += wrong(count, 2 * (10 * ((me + last) % (last + 1)) + 7));
    bad += wrong(both[1].second, (me + last) % (last + 1)) + wrong(both[1].first, me);
    return bad;
}

static int sections(int me, int last)
{
    double own[12] = {0};
    int next = (me + 1) % (last + 1), before = (me + last) % (last + 1), bad = 0;
    xmp_sync_all(NULL);
    own[1:3] = row[0:3:2]:[next];           /* its 0, 2, 4, to 1, 2, 3 */
    own[4:4:2] = field[1:2][2:2:3]:[next]; /* (1,2) (1,5) (2,2) (2,5) to 4, 6, 8, 10 */
    bad += wrong(own[6], 100 * next + 15) + wrong(own[8], 100 * next + 22);
    bad += wrong(own[0], 0) + wrong(own[5], 0) + wrong(own[3], 10 * next + 4);

    xmp_sync_all(NULL);
    field[0][:]:[next] = 7;                 /* one value to a row */
    field[3][1:2]:[next] = row[6:2];
    xmp_sync_all(NULL);
    bad += wrong(field[0][5], 7) + wrong(field[3][0], 100 * me + 30);
    bad += wrong(field[3][2], 10 * before + 7);
    row[1:5]:[me] = row[0:5];               /* to itself: all is read first */
    xmp_sync_all(NULL);
    bad += wrong(row[5], me ? 10 * me + 4 : 4) + wrong(row[7], 10 * me + 7);
    return bad;
}

/* 0 waits for 1, and 2 for 3. */
static int pairs(int me)
{
    if (me % 2)
        row[0]:[me - 1] = -me;
    xmp_sync_image(me % 2 ? me - 1 : me + 1, NULL);
    return me % 2 ? 0 : wrong(row[0], -me - 1);
}

/* Each with both beside it. */
static int ring(int me, int last)
{
    int beside[2] = {(me + 1) % (last + 1), (me + last) % (last + 1)};
    xmp_sync_all(NULL);
    row[3]:[beside[0]] = me;
    xmp_sync_images(2, beside, NULL);
    return wrong(row[3], beside[1]);
}

int main(void)
{
    int me = xmpc_this_image(), last = xmp_all_num_nodes() - 1, bad;
    fill(me);
    xmp_sync_all(NULL);
    bad = elements(me, last);
    xmp_sync_all(NULL);
    fill(me);
    bad += sections(me, last);
    xmp_sync_all(NULL);
    bad += pairs(me);
    bad += ring(me, last);
#pragma xmp reduction(+:bad)
    printf("%d wrong\n", bad);
    return bad;
}
