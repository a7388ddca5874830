#define N 64
#pragma hpf processors P(4)
float a[N];
#pragma hpf distribute a(block) onto P
void fill(void)
{
    for (int i = 0; i < N; i++)
#pragma fpredict region element
        a[i] = 0.0f;
}
int main(void)
{
#pragma fpredict region setup
    fill();
#pragma fpredict region step
    {
        for (int t = 0; t < 3; t++) {
            if (t == 1)
                continue;
#pragma fpredict region once
            for (int i = 1; i < N; i++)
                a[i] += 1.0f;
        }
    }
    return 0;
}
