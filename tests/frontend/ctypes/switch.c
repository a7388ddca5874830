/* Which case is taken, where the value is known: a number, or a loop's variable. */
#include "arrays.h"
static int count;

enum { RED = 1, GREEN = 4 };

static void fixed(void)
{
    int k = 2;
    switch (k) {
        count += 5; /* nothing leads here */
    case 1:
        count++; /* count: 0 */
    case 2:
        count++; /* count: 1 */
    case 3:
        count++; /* count: 1 */
        break;
    case GREEN:
        count++; /* count: 0 */
    }
    switch (k + 7) {
    case RED:
        count++; /* count: 0 */
        break;
    default:
        count++; /* count: 1 */
    case GREEN:
        count++; /* count: 1 */
    }
    switch (k) {
    case 5:
    case 9:
        count++; /* count: 0 */
    }
}

/* The labels are converted to int, unsigned int and long. */
static void converted(void)
{
    unsigned char c = 200;
    unsigned u = 0;
    long l = 4294967295;
    switch (c) {
    case -56:
        count++; /* count: 0 */
        break;
    case 200:
        count++; /* count: 1 */
    }
    switch (u - 1) {
    case -1:
        count++; /* count: 1 */
        break;
    default:
        count++; /* count: 0 */
    }
    switch (l) {
    case -1:
        count++; /* count: 0 */
        break;
    case 0xffffffff:
        count++; /* count: 1 */
    }
}

static void in_a_loop(int n)
{
    for (int i = 0; i < n; i++)
        switch (i % 4) {
        case 3:
            count++; /* count: 2 */
        case 1:
            count++; /* count: 5 */
            break;
        default:
            count++; /* count: 5 */
        }
    for (int i = 0; i < n; i++) {
        switch (i) {
        case 2:
            continue;
        case 4:
        case 6:
            if (i == 4)
                break;
            count++; /* count: 1 */
            break;
        case 7:
            count++; /* count: 1 */
        }
        count++; /* count: 9 */
    }
}

int main(void)
{
    fixed();
    converted();
    in_a_loop(10);
    for (int v = 0; v < 10; v++) {
        switch (v & 1) {
        case 1:
            switch (v) {
            case 3:
                if (v > 2)
                    break;
                count++; /* count: 0 */
                continue;
            case 5:
                count++; /* count: 1 */
                break;
            }
            count++; /* count: 5 */
            break;
        case 0: /* left by 'break' or by 'continue' */
            if (v > 4)
                break;
            count++; /* count: 3 */
            continue;
        }
        count++; /* count: 7 */
    }
    return 0;
}
