/* Messages that come where they belong, and those that do not. */
#define N 16
double a[N], b[N], x[N], m[N][N], q[N][N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp align m[i][*] with t[i]
#pragma xmp align q[i][*] with t[i]
/* Blocks are of 4 elements, 4 rows.
 * 1. Processors 0 and 1 send theirs to the three others: 6 messages, 192 bytes; in x at once.
 * 2. 0 gets a[4..7] from 1, and 1 a[8..11] from 2: 2 messages, 64 bytes; in b at once.
 * 3. 1 gets a[3], and 2 a[7]: 2 messages, 16 bytes; in b at once, beside what is copied.
 * 4. 0 gets a[4] and a[6], which do not lie together: 1 message, 16 bytes.
 * 5. 0 gets four rows: 1 message, 512 bytes; in q at once. 6. All are there. */
/* moves: 12 messages, 800 bytes */
int main(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++) {
        a[i] = b[i] = i;
        for (int j = 0; j < N; j++)
            m[i][j] = q[i][j] = i * j;
    }
#pragma xmp gmove
    x[0:8] = a[0:8];
#pragma xmp gmove
    b[0:8] = a[4:8];
#pragma xmp gmove
    b[1:8] = a[0:8];
#pragma xmp gmove
    b[0:4] = a[0:4:2];
#pragma xmp gmove
    q[0:4][:] = m[12:4][:];
#pragma xmp gmove
    q[:][0:4] = m[:][4:4];
    return 0;
}
