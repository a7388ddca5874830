/* The communication of a conjugate gradient on parts of a matrix, as NPB's CG has it: 4
 * columns of 2 processors, each with a part of 48 × 48. */
#define N 48
#pragma xmp nodes proc(4, 2)
#pragma xmp nodes row(4) = proc(:, *)
#pragma xmp template t(0:N-1, 0:N-1)
#pragma xmp distribute t(block, block) onto proc
double w[N], p[N], q[N], d, norm[2];
#pragma xmp align w[i] with t(*, i)
#pragma xmp align p[i] with t(i, *)
#pragma xmp align q[i] with t(i, *)

int main(void)
{
    for (int it = 0; it < 25; it++) {
#pragma xmp loop on t(*, j)
        for (int j = 0; j < N; j++)
            w[j] = j;
#pragma xmp reduction (+:w) on row(:)
#pragma xmp gmove
        q[:] = w[:];
        d = 0;
#pragma xmp loop on t(j, *)
        for (int j = 0; j < N; j++)
            d = d + p[j] * q[j];
#pragma xmp reduction (+:d) on row
    }
#pragma xmp reduction (+:norm) on row
#pragma xmp reduction (max:d)
    return d > norm[0];
}
