#pragma xmp nodes p[4]
int main(void)
{
#pragma xmp task on p[0]
    {
#pragma xmp post (p[1], 5)
    }
#pragma xmp task on p[2]
    {
#pragma xmp wait (p[0], 99)
    }
    return 0;
}
