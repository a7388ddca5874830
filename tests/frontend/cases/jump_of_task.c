/* A jump that leaves the statement of a task. */
#define N 8
double a[N];
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]

void work(void)
{
    for (int i = 0; i < N; i++) {
#pragma xmp task on p[0]
        {
            if (i == 3) continue;
            a[0] = i;
        }
#pragma xmp task on p[1]
        if (i == 4) {
            for (int j = 0; j < N; j++) { if (j == 2) continue; a[1] = j; }
        }
    }
}
