double a[64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
static void f0(void)
{
    a[0] = 1;
}
static void f1(void)
{
    f0();
    f0();
}
static void f2(void)
{
    f1();
    f1();
}
static void f3(void)
{
    f2();
    f2();
}
static void f4(void)
{
    f3();
    f3();
}
static void f5(void)
{
    f4();
    f4();
}
static void f6(void)
{
    f5();
    f5();
}
static void f7(void)
{
    f6();
    f6();
}
static void f8(void)
{
    f7();
    f7();
}
static void f9(void)
{
    f8();
    f8();
}
static void f10(void)
{
    f9();
    f9();
}
static void f11(void)
{
    f10();
    f10();
}
static void f12(void)
{
    f11();
    f11();
}
static void f13(void)
{
    f12();
    f12();
}
static void f14(void)
{
    f13();
    f13();
}
static void f15(void)
{
    f14();
    f14();
}
int main(void)
{
    f15(); /* 2^15 executions of f0 */
    return 0;
}
