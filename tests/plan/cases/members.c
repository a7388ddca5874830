/* Members of an element are not each other: of the force the positions beside it are needed, once
 * before the loop, and no iteration hands a value on to the next one; of the sum below each
 * iteration needs the one before. */
#define N 64

typedef struct bead {
    double x, v, f;
} bead;
bead b[N];
struct pair {
    int key;
    union {
        double real;
        long whole;
    };
    struct {
        double at[2];
    } in;
} q[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align b(i) with T(i)
#pragma hpf align q(i) with T(i)

int main(void)
{
    for (int i = 1; i < N - 1; i++)
        b[i].f = b[i - 1].x - 2 * b[i].x + b[i + 1].x;
    for (int i = 1; i < N; i++)
        b[i].v = b[i - 1].v + b[i].f;
    /* Bytes that a union shares are each other's; so are those of one array, whatever its index. */
    for (int i = 1; i < N; i++)
        q[i].whole = (long)q[i - 1].real;
    for (int i = 1; i < N; i++)
        q[i].in.at[1] = q[i - 1].in.at[0];
    for (int i = 1; i < N; i++)
        q[i].key = (int)q[i - 1].in.at[0];
    return 0;
}
/* no proof: the machine that runs plans has one value for an element, of whatever members */
