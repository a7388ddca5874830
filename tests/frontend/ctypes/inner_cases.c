/* Cases inside other statements of their switch. */
#include "arrays.h"

static int count;

static void unrolled(int n)
{
    int turns = (n + 3) / 4;
    switch (n % 4) { /* jump */
    case 0:
#pragma fpredict trip(2)
        do {
            count++;
        case 3:
            count++;
        case 2:
            count++;
        case 1:
            count++;
        } while (--turns > 0);
    }
}

static void without_others(int k)
{
    switch (k) /* jump */
#pragma fpredict trip(3)
        while (k < 5) {
            count++;
        case 2:
            k++;
        }
}

static void in_a_branch(int k)
{
    switch (k) { /* jump */
    case 0:
        if (count) {
            count++;
        case 1:
            count++;
        }
    }
}

static void of_their_own(int k)
{
    switch (k) {
    case 0:
        for (int i = 0; i < 3; i++)
            switch (i) {
            case 1:
                count++;
            }
    case 1:
    case 2:
        count++;
    }
}

int main(void)
{
    unrolled(7);
    without_others(2);
    in_a_branch(1);
    of_their_own(0);
    return 0;
}
