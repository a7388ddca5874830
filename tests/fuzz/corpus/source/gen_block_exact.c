#define N 100
#define HALF(n) ((n) / 2)
int more[4] = {50, 50, 10, 0};
int exact[4] = {50, 50, 0, 0};
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[gblock(more)] onto p
#pragma xmp template u[N]
#pragma xmp distribute u[gblock(exact)] onto p
#pragma xmp template v[HALF(N)]
#pragma xmp template w[half(N)]
