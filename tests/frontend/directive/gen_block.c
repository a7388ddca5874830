#pragma xmp nodes p(4)
#pragma xmp template t(0:999)
#pragma xmp distribute t(gblock((/200,700,50,50/))) onto p
float a[1000];
#pragma xmp align a[i] with t(i)
#pragma xmp shadow a[1]
