#include <stdint.h>
/* Values of directives with C's types. By hand: the extents are 300 - 256 + 20 + 255 - 255 = 64, and
 * 8 - 3 = 5 as N - w stands there; 2^32 - 2 of w - 5 is above 0, so that V has 80; X: 200 - 256 + 100
 * = 44; Y: of sizeof(int) - 5 = 2^64 - 1 the remainder by 10 is 5; Z: a byte keeps -1 as 255. */
#define N 8
typedef unsigned char byte;
static const unsigned w = 3;
double a[64], b[5], c[80], d[44], e[5], f[255];
#pragma hpf template T((uint8_t)(300) + 20 + (byte)-1 - 255)
#pragma hpf template U(N - w)
#pragma hpf template V(w - 5 > 0 ? 80 : 64)
#pragma hpf template X((signed char)200 + 100)
#pragma hpf template Y((sizeof(int) - 5) % 10)
#pragma hpf template Z((byte)-1)
#pragma hpf distribute T(block)
#pragma hpf distribute U(block)
#pragma hpf distribute V(block)
#pragma hpf distribute X(block)
#pragma hpf distribute Y(block)
#pragma hpf distribute Z(block)
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with U(i)
#pragma hpf align c(i) with V(i)
#pragma hpf align d(i) with X(i)
#pragma hpf align e(i) with Y(i)
#pragma hpf align f(i) with Z(i)

int main(void)
{
    for (int i = 0; i < 5; i++)
        a[i] = b[i] + c[i] + d[i] + e[i] + f[i];
    return 0;
}
