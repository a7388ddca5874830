/* Directives that macros make. That they are the compiler's: clang -E -P made.c
 * prints the same ones in the same order, N as 64. */
#define N 64
#define PRAGMA(x) _Pragma(#x)
#define XMP(...) PRAGMA(xmp __VA_ARGS__)
#define CAT(a, b) a ## b
#define CAT2(a, b) CAT(a, b)
#define STR(x) #x
#define DECLARE(t, n) XMP(nodes p(4)) XMP(template t(0:n-1)) XMP(distribute t(block) onto p)
#define ALIGN(a, t) _Pragma(STR(xmp align a[i] with t(i)))
#define LEVEL 2
#define DIRECTIVE1(v) XMP(loop on t(v))
#define DIRECTIVE2(v) XMP(loop (v) on t(v))
#define PICK(n, v) CAT2(DIRECTIVE, n)(v)
#define FOR(v, lo, hi) _Pragma("xmp loop on t(i)") for (int v = lo; v < hi; v++)
#define TWO(a) { XMP(loop on t(i)) for (int i = 0; i < N; i++) a[i] = 1; \
                 XMP(loop on t(j)) for (int j = 0; j < N; j++) a[j] += 2; }
#define SWAPPED(v, w) XMP(loop on t(j)) w XMP(loop on t(i)) v XMP(barrier)
#define HEAD(i) XMP(loop on t(i)) for (int i = 0; i < N; i++)
#define WITH(p, s) PRAGMA(p) s
#define SUM(name, arr) double name(double s) { HEAD(i) s += arr[i]; return s; }
#define OBJECT DIRECTIVE1
#define NOTHING(x)
#define OPT(x, ...) PRAGMA(xmp reflect(x) __VA_OPT__(width(__VA_ARGS__)))
#define GNU(x, rest...) PRAGMA(xmp bcast(x, ## rest))
#define RECURSIVE(x) XMP(x RECURSIVE(x))
double a[N], b[N];
DECLARE(t, N)
ALIGN(a, t)
XMP(align b[i] with t(i))
XMP(shadow a[1]) XMP(shadow b[1])
double q;
int r;
SUM(total, a)

void work(void)
{
    PICK(LEVEL, i)
    for (int i = 0; i < N; i++) a[i] = 0;
    PICK(1, i) for (int i = 0; i < N; i++) a[i] = 0;
    FOR(i, 0, N) a[i] = 2;
    TWO(a)
    TWO(b)
    SWAPPED(for (int i = 0; i < N; i++) a[i] = 6;, for (int j = 0; j < N; j++) b[j] = 7;)
    OBJECT (i) for (int i = 0; i < N; i++) a[i] = 3;
    OBJECT
    (i) for (int i = 0; i < N; i++) a[i] = 4;
    WITH(xmp loop on t(i), for (int i = 0; i < N; i++) a[i] = 5;)
    NOTHING(_Pragma("xmp loop on t(i)"))
    OPT(a) OPT(b, 1)
    GNU(q) GNU(q, r)
    XMP(barrier)
}
