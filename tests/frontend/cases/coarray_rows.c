/* Images in several dimensions. */
#pragma xmp nodes p[2][2]
int x:[2][*];
int y[4];
#pragma xmp coarray y : [2][*]

int main(void)
{
    return x:[1];
}
