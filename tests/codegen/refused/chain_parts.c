/* a = b = e whose elements different processors have, where more than `=` stands between the parts. */
#define N 20
double r[N];
#pragma hpf processors P(4)
#pragma hpf distribute r(block) onto P

int main(void)
{
    int x = 3;
    r[2] = (r[9] = x + 8);
    r[1] = 2 * (r[10] = x + 7);
    (r[3] = r[8] = x);
    r[0] = -(r[11] = 5 + x);
    r[4] = (int)(r[12] = x) + 1;
    r[5] = x, r[13] = x;
    return 0;
}
