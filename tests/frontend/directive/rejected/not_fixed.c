#pragma xmp nodes p[4]
#pragma xmp template t[:], u[2][:]
#pragma xmp distribute t[block] onto p
float a[100];
#pragma xmp align a[i] with t[i]
