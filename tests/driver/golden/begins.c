int MPI_Init(int *argc, char ***argv);
int MPI_Finalize(void);
void publish(char ***words, double *values);
#pragma hpf processors P(4)
#pragma hpf template T(64)
#pragma hpf distribute T(block) onto P
static double a[64];
#pragma hpf align a(i) with T(i)
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 64; i++)
        a[i] = i;
    publish(&argv, a);
    MPI_Finalize();
    return 0;
}
