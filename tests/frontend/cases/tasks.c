#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], x;
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
int main(void)
{
#pragma xmp tasks
    {
#pragma xmp task on p[0]
        {
#pragma xmp task on p[0]
            x = 1;
        }
        x = 2;
#pragma xmp task on p[1]
        x = 3;
    }
#pragma xmp tasks
    x = 4;
#pragma xmp tasks
    for (int i = 0; i < 4; i++)
#pragma xmp task on p[i]
        x = 5;
#pragma xmp tasks
    {
        x = 6;
#pragma xmp task on p[1]
        x = 7;
    }
#pragma xmp tasks
}
