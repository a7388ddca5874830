#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], x;
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
double grid[N][N];
int main(void)
{
#pragma xmp loop (j) on t[j]
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma xmp loop (i,i) on t[i]
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma xmp loop (i,j) on t[i]
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma xmp loop on t[i] reduction(+:i)
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma xmp loop (i) on t[0]
    for (int i = 0; i < N; i++)
        a[i] = 1;
    return 0;
}
