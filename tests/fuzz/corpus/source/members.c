#define N 12
struct field { double u[N][2], v[N]; int count; };
typedef struct { float x[N]; } record;
#pragma xmp nodes p[3]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align field.u[i][*] with t[i]
#pragma xmp shadow field.u[1][0]
struct field f, g;
record r, s;
#pragma xmp align r.x[i] with t[i]
int main(void)
{
    record local;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++) {
        f.u[i][0] = g.u[i][1] + f.v[i];
        r.x[i] = s.x[i] + f.count;
        local.x[i] = 1;
    }
#pragma xmp reflect (f.u, g.u) width(1:0, 0)
#pragma xmp bcast (f.count, f.v[0:4], s.x)
#pragma xmp gmove
    r.x[0:4] = r.x[4:4];
    return f.count;
}
