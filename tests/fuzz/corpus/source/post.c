#define N 64
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N], s;
#pragma xmp align u[i] with t[i]
void in_turn(int tag)
{
#pragma xmp task on p[0]
    {
        s = 1;
        for (int k = 1; k < 4; k++) {
#pragma xmp post (p[k], tag + k)
        }
    }
#pragma xmp task on p[1:3]
    {
#pragma xmp wait (p[0])
    }
#pragma xmp wait
}
int main(void)
{
    in_turn(5);
    return 0;
}
