/* Loops that end where they begin, that do not, that do not run; branches and breaks. */
#define N 16
#define M 0
double v[N], w[N], g[N], h[N];
#pragma hpf processors p(4)
#pragma hpf distribute (block) onto p :: v, g, h
#pragma hpf distribute w(cyclic) onto p
#pragma hpf dynamic v, w, g, h
/* Between block and cyclic: 12 messages of one element, as each processor has one of each other's.
 * Between cyclic and cyclic(2): of i = 0..7 go 1 from 1 to 0, 2 from 2 to 1, 3 from 3 to 1, 4 from 0
 * to 2, 5 from 1 to 2, 6 from 2 to 3, and of i = 8..15 likewise: 6 messages of two elements.
 * 1. v there and back five times: 10 x 12 messages, 10 x 96 bytes.
 * 2. g to cyclic and on to cyclic(2); four times back and on again: 12 + 9 x 6 messages,
 *    10 x 96 bytes.
 * 3. w to block, in the first of three: 12 messages, 96 bytes.
 * 4. h to cyclic by a loop that does not run: 12 messages, 96 bytes.
 * 5. h to block, in either branch, the first time: 12 messages, 96 bytes.
 * 6. v there and back four times: 8 x 12 messages, 8 x 96 bytes.
 * In all 318 messages, 31 x 96 bytes. */
/* moves: 318 messages, 2976 bytes */
/* set: trip@41=3 */
int main(void)
{
    for (int k = 0; k < 5; k++) {
#pragma hpf redistribute v(cyclic) onto p
        for (int i = 0; i < N; i++)
            v[i] = v[i] + 1;
#pragma hpf redistribute v(block) onto p
        for (int i = 0; i < N; i++)
            v[i] = v[i] + 2;
    }
    for (int k = 0; k < 5; k++) {
#pragma hpf redistribute g(cyclic) onto p
        for (int i = 0; i < N; i++)
            g[i] = g[i] + 1;
#pragma hpf redistribute g(cyclic(2)) onto p
        for (int i = 0; i < N; i++)
            g[i] = g[i] + 2;
    }
    int more = 1;
    while (more) {
#pragma hpf redistribute w(block) onto p
        for (int i = 0; i < N; i++)
            w[i] = w[i] + v[i];
    }
    for (int k = 0; k < M; k++) {
#pragma hpf redistribute h(cyclic) onto p
        for (int i = 0; i < N; i++)
            h[i] = h[i] + 1;
    }
    for (int k = 0; k < 6; k++) {
        if (k % 2 == 0) {
#pragma hpf redistribute h(block) onto p
            for (int i = 0; i < N; i++)
                h[i] = h[i] + 1;
        } else {
            for (int i = 0; i < N; i++)
                v[i] = v[i] + 1;
#pragma hpf redistribute h(block) onto p
        }
    }
    for (int k = 0; k < 4; k++) {
#pragma hpf redistribute v(cyclic) onto p
        if (k == 9) {
#pragma hpf redistribute v(block) onto p
            break;
        }
        for (int i = 0; i < N; i++)
            v[i] = v[i] + 3;
#pragma hpf redistribute v(block) onto p
    }
    return 0;
}
