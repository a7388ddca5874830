double a[8];
#pragma hpf distribute a(block)
#define CLEAR(mask)                                                                                \
    _Pragma("hpf where(a[i] > 0)") for (int i = 0; i < 8; i++) a[i] = 0
#define CHOOSE                                                                                     \
    _Pragma("hpf where") for (int i = 0; i < 8; i++) if (a[i] > 0) a[i] = 0
int main(void)
{
    CHOOSE;
    CLEAR(1);
    return 0;
}
