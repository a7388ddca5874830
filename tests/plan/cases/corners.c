/* Corners of what is only started, and of what is added up, go between those who have
 * them, all in one exchange. By hand, 32 x 32 on 2 x 2 processors with a shadow of 1:
 * each sends a row and a column of 16 and a corner, 4 x (128 + 128 + 8) = 1,056 bytes in
 * 12 messages, both times; a reflect that is waited for passes corners on: 4 rows of 16,
 * then 4 columns of 17, 512 + 544 bytes in 8 messages. In all 32 messages, 3,168 bytes. */
#define N 32

static double a[N][N];

#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp shadow a[1][1]

int main(void)
{
#pragma xmp reflect (a)
#pragma xmp reflect (a) async(1)
#pragma xmp wait_async (1)
#pragma xmp reduce_shadow (a)
    return 0;
}
/* no proof: several processors add to one element, and a walk knows one sender of each */
