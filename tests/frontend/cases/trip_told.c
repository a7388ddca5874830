/* A trip count for a loop that tells it by itself. */
#define N 8
double a[N], b[100];
int main(int argc, char **argv)
{
#pragma fpredict trip(3)
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma fpredict trip(8)
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma fpredict trip(3)
    for (int i = 0; i < N; i++)
        if (a[i] > 4) break;
#pragma fpredict trip(50)
    for (int i = 0; i < argc; i++)
        b[i] = 1;
    return 0;
}
