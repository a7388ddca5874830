/* What stands in a task is done by the task's processors only. */
#define N 64
#pragma xmp nodes p[8]
#pragma xmp nodes q[4] = p[0:4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp template u[N]
#pragma xmp distribute u[block] onto q
double a[N], b[N], c[N], s;
#pragma xmp align a[i] with t[i]
#pragma xmp align c[i] with t[i]
#pragma xmp align b[i] with u[i]
#pragma xmp shadow b[1]

int main(void)
{
#pragma xmp task on q
    {
#pragma xmp reflect (b)
#pragma xmp barrier
#pragma xmp reduction(+ : s)
#pragma xmp bcast (s)
#pragma xmp bcast (s) from p[3]
#pragma xmp loop (i) on t[i] reduction(+ : s)
        for (int i = 0; i < N / 2; i++)
            s += a[i];
#pragma xmp gmove in
        b[0:8] = a[48:8];
#pragma xmp task on q[0:2]
        {
#pragma xmp reduction(+ : s)
        }
    }
#pragma xmp task on p[4:4]
    {
#pragma xmp gmove
        c[32:16] = a[48:16];
#pragma xmp gmove out
        b[0:16] = a[32:16];
    }
    return 0;
}
