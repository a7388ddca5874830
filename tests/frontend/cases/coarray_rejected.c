/* What a coarray is not, and what is not done with it. */
#pragma xmp nodes p[4]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p
double a[4][8]:[*], b[8], c[8], d[8];
#pragma xmp align d[i] with t[i]
#pragma xmp coarray d : [*]

int main(void)
{
    b[0] = c[1]:[2];
    b[1] = d[1]:[2];
    b[2] = *(a[1]:[2]);
    a[1][0:4]:[2] = b[0:4] + 1;
    a[1][0]:[2] += 1;
    b[0:4] = a[1][0:3]:[2];
    b[0] = a[1][0:3]:[2];
    a[1][:]:[2] = d[:];
    b[3] = a[1][0]:[(int)b[0]];
    return 0;
}
