/* redistribute and realign, one after the other. */
#define N 16
double a[N][N], b[N][N], v[N], w[N];
#pragma hpf processors p(4)
#pragma hpf template t(N, N)
#pragma hpf distribute t(block, *) onto p
#pragma hpf dynamic t
#pragma hpf align a(i, j) with t(i, j)
#pragma hpf align b(i, j) with t(i, j)
#pragma hpf distribute v(block) onto p
#pragma hpf dynamic v, w, a
#pragma hpf align w(i) with v(i)
/* 1. a and b, from rows to columns: each of 4 processors sends 4 x 4 elements to 3 others,
 *    12 messages of 128 bytes an array: 24 messages, 3,072 bytes.
 * 2. v and w, from block to cyclic: processor q has i in 4q..4q+3 and gets i = q mod 4, one
 *    element from each of 3 others: 12 messages of 8 bytes an array: 24 messages, 192 bytes.
 * 3. a transposed, on columns (*, block): the owner of a[i][j] was that of j, and is now that of
 *    i: the same messages as 1. for one array: 12 messages, 1,536 bytes.
 * 4. w where row 3 of t has its columns: from i mod 4 to i / 4: 12 messages, 96 bytes.
 * 5. v to all: 12 elements to each of 4: 12 messages, 384 bytes.
 * 6. nothing: v[i] is added to by all. w is on t, a and b where they are. */
/* moves: 84 messages, 5280 bytes */
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = i + j;
#pragma hpf redistribute t(*, block)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = a[i - 1][j] + b[i][j];
#pragma hpf redistribute v(cyclic) onto p
    for (int i = 0; i < N; i++)
        w[i] = v[i] = v[i] + w[i];
#pragma hpf realign a(i, j) with t(j, i)
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            a[i][j] = a[i][j - 1];
#pragma hpf realign w(i) with t(3, i)
    for (int i = 0; i < N; i++)
        w[i] = w[i] + 1;
#pragma hpf redistribute v(*)
    for (int i = 0; i < N; i++)
        v[i] = v[i] + 1;
    return 0;
}
