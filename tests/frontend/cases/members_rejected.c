/* Members that are no variables of their own. */
#define N 12
struct field { double u[N]; };
struct other { double u[N]; };
#pragma xmp nodes p[3]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align field.u[i] with t[i]
#pragma xmp align other.u[i] with t[i]
#pragma xmp align one.v[i] with t[i]
#pragma xmp align where->u[i] with t[i]
#pragma xmp shadow one.[1]
struct field one, many[4], *where;

void use(struct field *q)
{
    q->u[0] = 1;
}

int main(int argc, char **argv)
{
    struct field local;
    many[argc].u[1] = 2;
#pragma xmp bcast (nothing.u)
    return 0;
}
