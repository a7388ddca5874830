#pragma fpredict region outside
float a[8];
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
int main(void)
{
    a[0] = 1.0f;
#pragma fpredict region
    a[1] = 1.0f;
#pragma fpredict region end
}
