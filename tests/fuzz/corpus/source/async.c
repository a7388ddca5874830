#define N 64
#define ID 3
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double u[N], v[N], s;
#pragma xmp align u[i] with t[i]
#pragma xmp align v[i] with t[i]
#pragma xmp shadow u[1]
int main(void)
{
#pragma xmp reflect_init (u) width(1)
    for (int k = 0; k < 9; k++) {
#pragma xmp reflect (u) width(/periodic/1) async(k % 2)
#pragma xmp reduction (+:s) on p async(ID)
#pragma xmp bcast (s) from p[1] async(ID + 1) on p
#pragma xmp barrier async(5)
#pragma xmp reflect_do (u) async(6)
#pragma xmp reduce_shadow (u) async(7)
#pragma xmp gmove in async(8)
        v[:] = u[:];
#pragma xmp wait_async (k % 2, ID, ID + 1)
#pragma xmp wait_async (5, 6, 7, 8) on p
    }
    return 0;
}
