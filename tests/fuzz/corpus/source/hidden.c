#define N 64
#define PRAGMA(x) _Pragma(#x)
#define XMP(x) PRAGMA(xmp x)
double a[N], s;
XMP(nodes p(4)) XMP(template t(0:N-1))
XMP(distribute t(blck) onto p)
XMP(align a[i] with tt(i))
#define KERNEL(v) do { XMP(loop on t(v)) for (int v = 0; v < N; v++) s += a[v]; \
                       XMP(reduction(+:s)) } while (0)
#define RECURSIVE(x) XMP(x RECURSIVE(x))
void work(void)
{
    KERNEL(i);
    XMP(loop on t(k))
    for (int i = 0; i < N; i++) a[i] = 1;
    RECURSIVE(barrier)
    XMP(trip(3))
}
