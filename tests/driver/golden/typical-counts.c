double a[16], b[16], w[8], s, t;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
int main(void)
{
    for (int k = 0; k < 8; k++)
        if (w[k] > 0.5) { /* half of 8 times, to 3 others: 12 messages of 8 bytes */
            a[3] += 1;
            s = a[3];
        }
    t = b[3]; /* 3 */
    return 0;
}
