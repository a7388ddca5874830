#define N 64
#define LOOP(x, ...) _Pragma("xmp loop on t(i)") for (int i = 0; i < N; i++) x = __VA_ARGS__ 1
#pragma xmp nodes p(4)
#pragma xmp template t(0:N-1)
#pragma xmp distribute t(block) onto p
double a[N];
#pragma xmp align a[i] with t(i)
static void work(void)
{
    LOOP(a[i], );
}
int main(void)
{
    work();
    return 0;
}
