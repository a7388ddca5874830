static double a[100];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(int argc, char **argv)
{
    switch (argc) {
    case 1:
        for (int i = 0; i < 100; i++)
            a[i] = 1;
        if (argv[1])
            break;
    default:
        for (int i = 0; i < 100; i++)
            a[i] = 2;
    }
    return 0;
}
