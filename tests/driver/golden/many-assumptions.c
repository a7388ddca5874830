int a[64], b[64];
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
int main(void)
{
    for (int i = 0; i < 64; i++) {
        if (b[i]) a[i] = 1;
        if (b[i]) a[i] = 2;
        if (b[i]) a[i] = 3;
        if (b[i]) a[i] = 4;
        if (b[i]) a[i] = 5;
        if (b[i]) a[i] = 6;
        if (b[i]) a[i] = 7;
        if (b[i]) a[i] = 8;
        if (b[i]) a[i] = 9;
        if (b[i]) a[i] = 10;
        if (b[i]) a[i] = 11;
        if (b[i]) a[i] = 12;
        if (b[i]) a[i] = 13;
        if (b[i]) a[i] = 14;
        if (b[i]) a[i] = 15;
        if (b[i]) a[i] = 16;
        if (b[i]) a[i] = 17;
        if (b[i]) a[i] = 18;
        if (b[i]) a[i] = 19;
        if (b[i]) a[i] = 20;
        if (b[i]) a[i] = 21;
        if (b[i]) a[i] = 22;
    }
    return 0;
}
