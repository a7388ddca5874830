#pragma xmp nodes p(4)
#pragma xmp template t(1000)
#pragma xmp distribute t(gblock((/200,700,50,50/))) onto p
