/* A node that a task names, and elements that are not its own: a[4] is p[1]'s, a[8] p[2]'s. */
#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
int a[N];
#pragma xmp align a[i] with t[i]

int main(void)
{
#pragma xmp task on p[0]
    a[4] = 1;
#pragma xmp task on p[1]
    for (int i = 4; i < 9; i++)
        a[i] = 1;
#pragma xmp task on p[3]
    a[12] = 1;
    return 0;
}
