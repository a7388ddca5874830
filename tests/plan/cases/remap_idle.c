/* What a redistribution need not move. */
#define N 16
double a[N], b[N], c[N];
#pragma hpf processors p(4)
#pragma hpf template t(N)
#pragma hpf distribute t(block) onto p
#pragma hpf dynamic t
#pragma hpf align a(i) with t(i)
#pragma hpf align b(i) with t(i)
#pragma hpf align c(i) with t(i)
/* From block to cyclic and back each processor gets one of its four elements from each of 3
 * others: 12 messages, 96 bytes, an array.
 * 1. a is read, and c will be: 24 messages. b is overwritten first, d not looked at.
 * 2. b has new values: 12 messages. a and c have not changed since they were there.
 * 3. Three times: c goes back, 36 messages; what went back still is where it came from, and
 *    need not come again. a has not changed at all; b is not looked at on the way.
 * 4. All but the last of a and d are overwritten: the last one's value comes along. a's is
 *    still there from 1.; back it goes: 12 messages. d is main's own, and not read again. b
 *    is read in 5., and goes there now: 12 messages.
 * 5. a is overwritten, whatever b is.
 * 6. The call leaves early or overwrites all of c: its old value is still there from 3. Those
 *    who are called all read b[0]: 3 messages, 24 bytes. Then a and c go back: 24 messages. */
/* moves: 123 messages, 984 bytes */
static void renew(void)
{
    if (b[0] < 0)
        return;
    for (int i = 0; i < N; i++)
        c[i] = 1;
}

int main(void)
{
    double d[N];
#pragma hpf align d(i) with t(i)
    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = d[i] = i;
#pragma hpf redistribute t(cyclic)
    for (int i = N - 1; i >= 0; i--)
        b[i] = a[i];
#pragma hpf redistribute t(block)
    for (int k = 0; k < 3; k++) {
#pragma hpf redistribute t(cyclic)
        for (int i = 0; i < N; i++)
            c[i] = c[i] + a[i];
#pragma hpf redistribute t(block)
        for (int i = 0; i < N; i++)
            b[i] = b[i] + c[i];
    }
#pragma hpf redistribute t(cyclic)
    for (int i = 0; i < N - 1; i++)
        a[i] = d[i] = 0;
#pragma hpf redistribute t(block)
    for (int i = 0; i < N; i++)
        a[i] = a[i] + 1;
#pragma hpf redistribute t(cyclic)
    for (int i = 0; i < N; i++)
        if (b[i] > 0)
            a[i] = b[i];
        else
            a[i] = 0;
    renew();
#pragma hpf redistribute t(block)
    return 0;
}
