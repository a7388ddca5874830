/* Operations: types, conversions, what is free. */
#include <math.h>
#include <stdlib.h>
#define N 8
float f[N];
double d[N];
int n[N];
char c;

#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align f(i) with T(i)

void ops(int i, int k, float s, double t, const float g)
{
    f[i] = 0.25f * (f[i] + f[i + 1]);
    f[i] = 0.25 * f[i];
    f[i] += d[i];
    d[i] -= f[i];
    d[i] *= 2;
    f[i] /= k;
    n[i] += 1.5;
    n[i]++;
    --d[i];
    s = -s;
    k = -k + ~k;
    k = k * 3 / 2 % 5 - (k << 1) + (k & 3);
    t = k;
    k = (int)t;
    t = (double)k / N * M_PI;
    t = (2 * 3.0 + N) * t;
    k = s < t && k != 3 || !k;
    t = s > 0 ? t * t : sqrt(t);
    t = sqrtf(s) + fabs(t) + pow(t, 2) + exp(t) * log(t) + sin(t) * cos(t) + atan2(t, s);
    t = floor(t) + fmod(t, 2.0) + fmax(s, t) + abs(k) + cbrt(t) + tgamma(t);
    c = c + 1;
    k = s = t = d[0];
    k += (i++, i * 2);
    d[i + 1] = d[2 * i] + d[i - k] + d[k] + d[i / 2 + 1];
    { float z[2][2] = {{1, s}, {3, s * s}}; int w = k, y; static int never = 3; z[0][0] = w; }
    t = g + sizeof d;
}
