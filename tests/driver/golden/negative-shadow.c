#define W 1
double u[8];
#pragma xmp nodes p[4]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p
#pragma xmp align u[i] with t[i]
#pragma xmp shadow u[W]
int main(void)
{
#pragma xmp reflect (u)
    return 0;
}
