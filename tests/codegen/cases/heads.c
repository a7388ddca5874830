/* What no processor does otherwise than another is copied, whatever it consists of: loops that move
 * two variables, assert(), options that a loop reads. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

double v[N], w[N], x[4 * N];
#pragma hpf processors P(4)
#pragma hpf distribute v(block) onto P
#pragma hpf align w(i) with v(i)

int main(int argc, char **argv)
{
    int r, e = 0, c, option, scale = 1;
    double t;
    assert(argc < 5);
    while ((option = getopt(argc, argv, "n:")) != -1) {
        if (option == 'n')
            scale = atoi(optarg);
    }
    for (r = 1; r <= N; r++, e += 4) {
        if (r % 3 == 0)
            continue;
        x[e] = r;
    }
    for (int i = 0; i < N; i++)
        v[i] = i * scale;
    for (int i = 0; i < N; i++) {
        for (t = 0.5, c = 0; c < 4; c++)
            t += x[4 * i + c] * v[i];
        w[i] = t;
    }
    assert(r > e / 8);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += w[i] * (i + 1);
    printf("%d %d %g %g\n", r, e, x[4], sum);
    return 0;
}
