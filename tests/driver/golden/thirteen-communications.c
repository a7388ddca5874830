/* One communication more than are listed: twelve. */
#pragma xmp nodes p[4]

int main(void)
{
    double x = 0;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
#pragma xmp bcast(x)
    x = x + 1;
    return x > 0;
}
