/* Statements for which no loop, task or array directive says who executes them. */
#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N], b[N], whole[N], s;
#pragma xmp align [i] with t[i] :: a, b, whole
#pragma xmp shadow whole[*]
int main(void)
{
    b[5] = 3;
    for (int i = 0; i < N; i++)
        a[i] = b[i];
    s = a[3] + b[12];
    if (b[3] > 0)
        s = 1;
#pragma xmp task on t[5]
    b[5] = 3;
#pragma xmp gmove
    s = b[12];
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        whole[i] = s;
#pragma xmp reflect (whole)
    s = whole[3] + whole[12]; /* everybody has all of it */
    return 0;
}
