/* Jumps out of a task, and such as stay in it. */
#define N 8
double a[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]

int main(void)
{
    for (int i = 0; i < N; i++) {
#pragma xmp task on p[0]
        {
            if (i == 3) break;
        }
#pragma xmp task on p[0]
        {
            for (int k = 0; k < N; k++)
                if (k == 3) break;
            while (i > 9)
                continue;
            switch (i) {
            case 1: break;
            }
        }
    }
#pragma xmp task on p[0]
    {
        if (a[0] > 0) return 1;
    }
    return 0;
}
