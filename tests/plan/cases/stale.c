/* XcalableMP: what a reflect has fetched, and how long it is what its owner has. */
#define N 16
#pragma xmp nodes p[2][2]
#pragma xmp nodes line[4] = p
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto line
#pragma xmp template t2[N][N]
#pragma xmp distribute t2[block][block] onto p
double a[N], b[N], c[N], x[N], m[N][N], n[N][N];
int col[N], flag;
#pragma xmp align [i] with t[i] :: a, b, c, x
#pragma xmp align [i][j] with t2[i][j] :: m, n
#pragma xmp shadow [1] :: a, b
#pragma xmp shadow x[*]
#pragma xmp shadow m[1][2]

/* Before the loop alone: old from the second step on. */
void reflected_once(void)
{
#pragma xmp reflect (a)
    for (int step = 0; step < 10; step++) {
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            c[i] = a[i - 1] + a[i + 1];
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            a[i] = c[i];
    }
}

/* Before the loop, and again after what changes it: never old. */
void reflected_again(void)
{
#pragma xmp reflect (a)
    for (int step = 0; step < 10; step++) {
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            c[i] = a[i - 1] + a[i + 1];
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            a[i] = c[i];
#pragma xmp reflect (a)
    }
}

/* What is written between is read; in the second loop it is not. */
void written_between(void)
{
#pragma xmp reflect (a)
#pragma xmp task on t[3]
    a[3] = 1;
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        b[i] = a[i - 1];
#pragma xmp loop on t[i]
    for (int i = 5; i < N; i++)
        b[i] = a[i - 1];
}

/* The left neighbour of the first of a block is one that this loop has written; to the right,
 * nothing has been yet. */
void written_here(void)
{
#pragma xmp reflect (a)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        a[i] = a[i - 1] + a[i + 1];
}

/* Only by one way; by both; too late. */
void ways(void)
{
    if (flag) {
#pragma xmp reflect (a)
    }
    if (flag) {
#pragma xmp reflect (b)
    } else {
#pragma xmp reflect (b)
    }
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        c[i] = a[i - 1] + b[i - 1];
#pragma xmp reflect (a)
}

void late(void)
{
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        c[i] = a[i - 1];
#pragma xmp reflect (a)
}

/* Corners: left out; fetched; and by one dimension after the other. A side alone. */
void corners(void)
{
#pragma xmp reflect (m) orthogonal
#pragma xmp loop (i, j) on t2[i][j]
    for (int i = 1; i < N; i++)
        for (int j = 2; j < N; j++)
            n[i][j] = m[i - 1][j] + m[i][j - 2] + m[i - 1][j - 1];
#pragma xmp reflect (m)
#pragma xmp loop (i, j) on t2[i][j]
    for (int i = 1; i < N; i++)
        for (int j = 2; j < N; j++)
            n[i][j] = m[i - 1][j - 1];
}

void corners_in_turn(void)
{
#pragma xmp reflect (m) width(1, 0)
#pragma xmp reflect (m) width(0, 1:0)
#pragma xmp loop (i, j) on t2[i][j]
    for (int i = 1; i < N; i++)
        for (int j = 2; j < N; j++)
            n[i][j] = m[i - 1][j - 1];
#pragma xmp loop (i, j) on t2[i][j]
    for (int i = 1; i < N; i++)
        for (int j = 2; j < N - 1; j++)
            n[i][j] = m[i - 1][j - 2] + m[i - 1][j + 1];
}

/* What is written while it is on its way; what is not always waited for. */
void started(void)
{
#pragma xmp reflect (a) async(1)
#pragma xmp reflect (b) async(2)
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        a[i] = i;
#pragma xmp wait_async (1)
    if (flag) {
#pragma xmp wait_async (2)
    }
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        c[i] = a[i - 1] + b[i - 1];
#pragma xmp wait_async (2)
}

/* All of it, through an index; and old. */
void everything(void)
{
#pragma xmp reflect (x)
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        c[i] = x[col[i]];
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        x[i] = c[i];
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        c[i] = x[col[i]];
}

/* Computed by whoever needs it, and then by its owner alone. */
void computed(void)
{
#pragma xmp loop on t[i] expand(1)
    for (int i = 1; i < N - 1; i++)
        b[i] = i;
#pragma xmp loop on t[i]
    for (int i = 2; i < N - 2; i++)
        c[i] = b[i - 1] + b[i + 1];
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        b[i] = i;
#pragma xmp loop on t[i]
    for (int i = 2; i < N - 2; i++)
        c[i] = b[i - 1];
}

/* Written in shadows: sent to the owners; overwritten before that; and what others read then is
 * old. */
void added(void)
{
#pragma xmp reflect (a)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        b[i + 1] = i;
#pragma xmp reduce_shadow (b)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        a[i + 1] = i;
#pragma xmp reflect (a)
#pragma xmp reduce_shadow (a)
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        c[i] = a[i - 1];
}
/* no proof: what nothing fetches is not there */

/* Started at the end of an iteration, waited for at the top of the next: which of the two starts
 * the wait is for depends on the iteration, and each fetches what is new. */
void started_ahead(void)
{
#pragma xmp reflect (a) async(4)
    for (int step = 0; step < 10; step++) {
#pragma xmp wait_async (4)
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            c[i] = a[i - 1] + a[i + 1];
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            a[i] = c[i];
#pragma xmp reflect (a) async(4)
    }
#pragma xmp wait_async (4)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        c[i] = a[i - 1] + a[i + 1];
}

/* The same, started before what changes it: old from the second iteration on. And waited for in
 * the first iteration only, under another number than the second has. */
void started_too_early(void)
{
#pragma xmp reflect (a) async(5)
    for (int step = 0; step < 10; step++) {
#pragma xmp wait_async (5)
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            c[i] = a[i - 1] + a[i + 1];
#pragma xmp reflect (a) async(5)
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            a[i] = c[i];
    }
#pragma xmp wait_async (5)
#pragma xmp reflect (b) async(6)
    for (int step = 0; step < 10; step++) {
#pragma xmp wait_async (6)
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            c[i] = b[i - 1];
#pragma xmp loop on t[i]
        for (int i = 1; i < N - 1; i++)
            b[i] = c[i];
#pragma xmp reflect (b) async(7)
    }
#pragma xmp wait_async (7)
}

/* Blocks of four: only elements 3, 4, 7, 8, 11 and 12 are others' neighbours. Of what is written
 * here the neighbours read nothing, then they do. */
void away_from_ends(void)
{
#pragma xmp reflect (a)
#pragma xmp loop on t[i]
    for (int i = 1; i < 3; i++)
        a[i] = 0;
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
#pragma xmp loop on t[i]
    for (int i = 1; i < 4; i++)
        a[i] = 0;
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
}

/* Nothing of others is read while it is on its way; the second loop reaches over the end of a
 * block, where element 4 is the next processor's. */
void inside_blocks(void)
{
#pragma xmp reflect (a) async(8)
#pragma xmp loop on t[i]
    for (int i = 1; i < 3; i++)
        b[i] = a[i - 1] + a[i + 1];
#pragma xmp loop on t[i]
    for (int i = 1; i < 4; i++)
        b[i] = a[i - 1] + a[i + 1];
#pragma xmp wait_async (8)
}
