#define N 10
#pragma xmp nodes p[4]
#pragma xmp nodes q[2][2]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp post
#pragma xmp post (p[1])
#pragma xmp post (p[1], )
#pragma xmp post (p[1], 2, 3)
#pragma xmp wait (p[1], 2
#pragma xmp wait p[1]
#pragma xmp wait ()
#pragma xmp post (t[1], 2)
#pragma xmp post (p, 2)
#pragma xmp post (p[0:2], 2)
#pragma xmp post (p[:], 2)
#pragma xmp wait (q[1], 2)
#pragma xmp wait (q[1][*])
#pragma xmp post (r[1], 2)
#pragma xmp post (p[4], 2)
#pragma xmp wait (p[1], tag)
