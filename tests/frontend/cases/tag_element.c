/* An element of an array in a directive: tag[3] is 7, m[1] what a loop gives it, 4 + 8. */
#pragma xmp nodes p[4]
int m[4];
#pragma xmp template t[64]
#pragma xmp distribute t[gblock(m)] onto p
double a[64];
#pragma xmp align a[i] with t[i]

int main(void)
{
    const int tag[4] = {1, 3, 5, 7};
    for (int k = 0; k < 4; k++)
        m[k] = 4 + 8 * k;
#pragma xmp task on p[0]
    {
#pragma xmp post(p[1], tag[3])
    }
#pragma xmp task on p[1]
    {
#pragma xmp wait(p[0], tag[1 + 2])
    }
#pragma xmp loop on t[i]
    {
        for (int i = 0; i < 64; i++)
            a[i] = 0;
    }
    return 0;
}
