/* There and back: SIZE doubles, TIMES times. */

static double a[2 * SIZE], b[2 * SIZE];
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P

int main(void)
{
    for (int t = 0; t < TIMES; t++) {
        for (int i = SIZE; i < 2 * SIZE; i++)
            b[i] = a[i - SIZE];
        for (int i = 0; i < SIZE; i++)
            a[i] = b[i + SIZE];
    }
    return 0;
}
