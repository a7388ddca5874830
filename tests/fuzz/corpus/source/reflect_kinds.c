#pragma xmp nodes p[4]
#pragma xmp template t[16]
#pragma xmp distribute t[block] onto p
double ring[16], all[16], sum[16], again[16];
#pragma xmp align ring[i] with t[i]
#pragma xmp align all[i] with t[i]
#pragma xmp align sum[i] with t[i]
#pragma xmp align again[i] with t[i]
#pragma xmp shadow ring[1]
#pragma xmp shadow all[*]
#pragma xmp shadow sum[1]
#pragma xmp shadow again[1:2]
int main(void)
{
    double best = 0;
    int at = 0;
#pragma xmp reflect (ring) width(/periodic/1:1)
#pragma xmp reflect (all)
#pragma xmp reduce_shadow (sum)
#pragma xmp reflect_init (again) width(0:2)
#pragma xmp reflect_do (again)
#pragma xmp loop on t[i] reduction(max:best/at/)
    for (int i = 1; i < 15; i++)
        if (best < ring[i - 1] + all[15 - i] + again[i + 1]) {
            best = ring[i - 1] + all[15 - i] + again[i + 1];
            at = i;
        }
    return at;
}
