/* A reflect of two elements: a cyclic distribution has blocks of one. */
#define N 64
double a[N], b[N];
#pragma xmp nodes p(4)
#pragma xmp template t(0:N-1)
#pragma xmp distribute t(block) onto p
#pragma xmp align a[i] with t(i)
#pragma xmp align b[i] with t(i)
#pragma xmp shadow a[2]

int main(void)
{
#pragma xmp reflect (a)
#pragma xmp loop on t(i)
    for (int i = 2; i < N - 2; i++)
        b[i] = a[i - 2] + a[i + 2];
    return 0;
}
