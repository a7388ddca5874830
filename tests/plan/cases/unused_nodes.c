/* XcalableMP: nodes that nothing is placed on take no part, nor does what they are part of. */
#define N 64
double a[N], b[N];
#pragma xmp nodes p[4]
#pragma xmp nodes square[2][2] = p
#pragma xmp nodes big[8]
#pragma xmp nodes half[4] = big[0:4]
#pragma xmp nodes any[*]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align [i] with t[i] :: a, b
#pragma xmp shadow a[1]
int main(void)
{
#pragma xmp reflect (a)
#pragma xmp loop on t[i]
    for (int i = 1; i < N; i++)
        b[i] = a[i - 1];
    return 0;
}
/* By hand: 3 borders between the 4 of p, one element of 8 bytes each way. */
/* moves: 6 messages, 48 bytes */
