int n;
int m[4] = {10, 20, 30, 40};
#pragma xmp nodes p[4]
#pragma xmp nodes q[2][2]
#pragma xmp template t[:]
#pragma xmp distribute t[block] onto p
#pragma xmp template u[:][:]
#pragma xmp distribute u[block][cyclic] onto q
#pragma xmp template v[100]
#pragma xmp distribute v[gblock(*)] onto p
#pragma xmp template w[100]
#pragma xmp distribute w[block] onto p
#pragma xmp template x[:]
#pragma xmp distribute x[cyclic(3)] onto p
#pragma xmp template_fix[block][cyclic] t[100]
#pragma xmp template_fix[block] t[100][100]
#pragma xmp template_fix t[:]
#pragma xmp template_fix[block] t[100]
#pragma xmp template_fix[block] t[50]
#pragma xmp template_fix[gblock(m)] t[100]
#pragma xmp template_fix[block] t[100]
#pragma xmp template_fix[cyclic][block] u[8][8]
#pragma xmp template_fix w[50]
#pragma xmp template_fix[cyclic(3)] s[100]
#pragma xmp template_fix[cyclic(3)
#pragma xmp template_fix v
#pragma xmp template_fix[gblock(m)] v
#pragma xmp template_fix[cyclic(2)] x[20:]
#pragma xmp template_fix[cyclic(2)] x[20]
