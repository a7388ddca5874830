double a[16];
int unset;
#pragma xmp nodes p[*]
#pragma xmp nodes r[2] = p[-1:2]
#pragma xmp nodes o[4]
#pragma xmp template t[16]
#pragma xmp distribute t[block] onto o
#pragma xmp align a[i] with t[i]
#pragma xmp shadow a[1]
#pragma xmp template v[4]
#pragma xmp distribute v[gblock((/1, 1, 1, 1)] onto o
int main(int argc, char **argv)
{
#pragma xmp reflect (a[0:3])
#pragma xmp reflect (a) width(/open/1)
#pragma xmp task on p[1:]
    unset = argc;
#pragma fpredict trip(1 << 70)
    while (a[0] > 1) a[0]--;
#pragma fpredict trip(unset << 2)
    while (a[0] > 1) a[0]--;
    return 0;
}
