#pragma xmp nodes p[4]
#pragma xmp nodes q(2, 2)
int main(void)
{
    for (int k = 0; k < 9; k++) {
#pragma xmp post (p[k + 1], k)
#pragma xmp wait (q(1, 2), 3)
#pragma xmp wait (p[0])
#pragma xmp wait
    }
    return 0;
}
