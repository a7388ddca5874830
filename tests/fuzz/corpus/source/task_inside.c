#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], x;
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow a[1]
#pragma xmp nodes q[2][2] = p
int main(void)
{
#pragma xmp task on p[0:2]
    {
#pragma xmp task on p[1:2]
        x = 1;
#pragma xmp task on p[1]
        x = 2;
#pragma xmp bcast (x) from p[3]
#pragma xmp bcast (x) from p[1]
#pragma xmp reduction (+:x) on p[2:2]
#pragma xmp barrier on p
#pragma xmp barrier on p[0:2]
    }
#pragma xmp task on q[1][:]
    {
#pragma xmp task on q[0][0]
        x = 3;
#pragma xmp barrier on q[1][1]
#pragma xmp barrier on q[:][0]
    }
#pragma xmp task on p[0:2:2]
    {
#pragma xmp barrier on p[1]
#pragma xmp barrier on p[2]
    }
#pragma xmp bcast (x) from p[3] on p[0:2]
    return 0;
}
