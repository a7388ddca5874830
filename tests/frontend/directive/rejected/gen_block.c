#pragma xmp nodes p(4)
#pragma xmp template t(0:999)
#pragma xmp template u(100), v(100), w(100), x(100), y(100), z(100), o(100), l(100)
int few[3] = {40, 40, 40};
int below[4] = {60, -10, 50, 0};
int sums[4] = {10, 20, 30, 39};
int many[];
int flat;
float real[4];
int plane[2][2];
#pragma xmp distribute t(gblock((/200,700,50,49/))) onto p
#pragma xmp distribute u(gblock(few)) onto p
#pragma xmp distribute v(gblock(below)) onto p
#pragma xmp distribute w(gblock(sums)) onto p
#pragma xmp distribute x(gblock(many)) onto p
#pragma xmp distribute y(gblock(flat)) onto p
#pragma xmp distribute z(gblock(sum)) onto p
#pragma xmp distribute o(gblock(*)) onto p
#pragma xmp distribute l(gblock(2*few)) onto p
float a[1000];
#pragma xmp align a[i] with t(i)
#pragma xmp shadow a[1]
#pragma xmp template r(100), s(100)
#pragma xmp distribute r(gblock(real)) onto p
#pragma xmp distribute s(gblock(plane)) onto p
