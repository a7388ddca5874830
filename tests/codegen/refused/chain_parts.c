/* a = b = e whose elements different processors have, where more than `=` stands between the parts, or a
 * subscript of one is an element. */
#define N 20
double r[N];
int k[N];
#pragma hpf processors P(4)
#pragma hpf distribute r(block) onto P
#pragma hpf distribute k(block) onto P

int main(void)
{
    int x = 3;
    r[k[2]] = r[9] = x + 8;
    r[1] = 2 * (r[10] = x + 7);
    (r[3] = r[8] = x);
    r[0] = -(r[11] = 5 + x);
    r[4] = (int)(r[12] = x) + 1;
    r[5] = x, r[13] = x;
    r[6] += r[14] = x;
    double t = r[15] = x + r[1];
    r[7] = t;
    if ((r[16] = x) > 2)
        r[0] = 1;
    return 0;
}
