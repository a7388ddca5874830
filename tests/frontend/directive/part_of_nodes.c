#pragma xmp nodes p[4]
#pragma xmp nodes q[2] = p[0:2]
#pragma xmp nodes r[2][2] = p
#pragma xmp nodes s[2][3] = p
#pragma xmp nodes u[4] = z
#pragma xmp task on q[0]
