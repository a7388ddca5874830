/* Enumerators that only directives name: of the file, of a function, and one that hides
 * another function's. */
enum shape { NODES = 4, CELLS = 16 };
#pragma xmp nodes p[NODES]
#pragma xmp template t[CELLS]
#pragma xmp distribute t[cyclic(NODES)] onto p
double a[CELLS];
#pragma xmp align a[i] with t[i]

static void narrow(void)
{
    enum { STEP = 2 };
#pragma xmp template u[CELLS * STEP]
#pragma xmp distribute u[block(STEP)] onto p
#pragma xmp loop on u[i]
    for (int i = 0; i < CELLS; i++)
        ;
}

int main(void)
{
    enum { STEP = 8 };
#pragma xmp template u[CELLS * STEP]
#pragma xmp distribute u[block(STEP)] onto p
#pragma xmp loop on t[i]
    for (int i = 0; i < CELLS; i++)
        a[i] = i;
    narrow();
    return 0;
}
