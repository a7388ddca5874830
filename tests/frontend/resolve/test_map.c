/* What declarations and executable directives mean, in both spellings and both
 * index styles. Expected texts are worked out by hand from the rules:
 *   hpf, and xmp with [..]: C order, lower bound 0, processors from 0;
 *   xmp with (..): the dimensions in reverse, a template's lower bound 1,
 *   processors from 1. A template keeps its lower bound, so its indices do not
 *   change; a processor's index loses 1.
 * The notation is fake_program_text's: NAME[lower+extent].. formats onto GRID;
 * ARRAY: TEMPLATE[stride*dDIM+offset].. */

#include "tests/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "tests/frontend/resolve/fake_program.h"

static void check(const char *source, const char *expected)
{
    fake_program *p = fake_program_read("map.c", source, strlen(source));
    char *diags = fake_program_diags(p);
    char *text = fake_program_text(p);
    assert_string_equal(diags, "");
    assert_string_equal(text, expected);
    free(text);
    free(diags);
    fake_program_free(p);
}

static void test_hpf(void **state)
{
    (void)state;
    check("#define N 256\n"
          "float A[N][N];\n"
          "float b[N];\n"
          "float own[N];\n"
          "#pragma hpf processors P(2,3)\n"
          "#pragma hpf template T(N,0:2*N-1)\n"
          "#pragma hpf distribute T(block,cyclic(4)) onto P\n"
          "#pragma hpf align A(i,j) with T(i,2*j+1)\n"
          "#pragma hpf align b(i) with T(*,i+3)\n"
          "#pragma hpf shadow A(1,0:2)\n"
          "#pragma hpf independent, new(own), reduction(+:A)\n"
          "#pragma hpf on home(A(i+1,j))\n",
          "P[2][3]\n"
          "T[0+N][0+2*N] block cyclic(4) onto P\n"
          /* T(i, 2*j+1) */
          "A: T[1*d0+0][2*d1+1] shadow 1:1,0:2\n"
          "b: T[*][1*d0+3]\n"
          "own:\n"
          "independent reduction 1:A new own\n"
          "on on A[i + 1][j]\n");
}

static void test_hpf_direct_and_implied(void **state)
{
    (void)state;
    /* Without onto: one implied arrangement of each rank, of unknown extents. */
    check("#define N 8\n"
          "float A[N][N];\n"
          "float B[N][N];\n"
          "float C[N][N];\n"
          "#pragma hpf distribute A(block,*)\n"
          "#pragma hpf distribute B(*,cyclic)\n"
          "#pragma hpf distribute C(block,block)\n",
          "processors[*]\n"
          "processors[*][*]\n"
          "direct A[0+N][0+N] block * onto processors\n"
          "direct B[0+N][0+N] * cyclic onto processors\n"
          "direct C[0+N][0+N] block block onto processors\n"
          "A: A[1*d0+0][1*d1+0]\n"
          "B: B[1*d0+0][1*d1+0]\n"
          "C: C[1*d0+0][1*d1+0]\n");
}

static void test_align_composes(void **state)
{
    (void)state;
    /* B(i) on A(2*i+1), A(j) on T(3*j+4): B's i is at 3*(2*i+1)+4 = 6*i+7.
     * C(x,y) on D(y,x), D(i,j) on U(i+1,j): U(y+1,x). E is all over U's first
     * dimension, as D's is driven by nothing of E. Order in the text is free. */
    check("#define N 10\n"
          "float B[N];\n"
          "float A[3*N];\n"
          "float C[N][N];\n"
          "float D[N][N];\n"
          "float E[N];\n"
          "float F[N];\n"
          "#pragma hpf processors P(2)\n"
          "#pragma hpf template T(100)\n"
          "#pragma hpf template U(N+1,N)\n"
          "#pragma hpf distribute T(block) onto P\n"
          "#pragma hpf distribute U(block,*) onto P\n"
          "#pragma hpf align B(i) with A(2*i+1)\n"
          "#pragma hpf align A(j) with T(3*j+4)\n"
          "#pragma hpf align C(x,y) with D(y,x)\n"
          "#pragma hpf align D(i,j) with U(i+1,j)\n"
          "#pragma hpf align E(i) with D(*,i)\n"
          "#pragma hpf align F with A\n",
          "P[2]\n"
          "T[0+100] block onto P\n"
          "U[0+N + 1][0+N] block * onto P\n"
          "B: T[6*d0+7]\n"
          "A: T[3*d0+4]\n"
          "C: U[1*d1+1][1*d0+0]\n"
          "D: U[1*d0+1][1*d1+0]\n"
          "E: U[*][1*d0+0]\n"
          "F: T[3*d0+4]\n");
}

static void test_xmp_square(void **state)
{
    (void)state;
    check("#define N 64\n"
          "float a[N][N];\n"
          "float w[N][N][N];\n"
          "float all_of[N];\n"
          "float x;\n"
          "#pragma xmp nodes p[2][4]\n"
          "#pragma xmp nodes all[8] = p\n"
          "#pragma xmp template t[N][N]\n"
          "#pragma xmp template s[2:N]\n"
          "#pragma xmp distribute t[block][cyclic(2)] onto p\n"
          "#pragma xmp distribute s[block] onto all\n"
          "#pragma xmp align a[i][j] with t[j][i]\n"
          "#pragma xmp align w[*][j][i] with t[i][j]\n"
          "#pragma xmp shadow a[1:2][1]\n"
          "#pragma xmp loop (i,j) on t[j][i] reduction(MAX:x) reduction(+:all_of)\n"
          "#pragma xmp loop on t[:][i]\n"
          "#pragma xmp reflect (a) width(1:1,0) orthogonal\n"
          "#pragma xmp task on p[0][0:4]\n"
          "#pragma xmp bcast (x) from p[1][3] on p\n"
          "#pragma xmp barrier\n",
          "p[2][4]\n"
          "all[8] = p[::][::]\n"
          "t[0+N][0+N] block cyclic(2) onto p\n"
          /* base 2, length N */
          "s[2+N] block onto all\n"
          "a: t[1*d1+0][1*d0+0] shadow 1:2,1:1\n"
          "w: t[1*d2+0][1*d1+0]\n"
          "all_of:\n"
          "loop on t[j][i] reduction 4:x 1:all_of\n"
          "loop on t[:][i]\n"
          "reflect a 1:1 0:0 orthogonal\n"
          /* base 0, length 4: all of the dimension */
          "task on p[0][:]\n"
          "bcast 0:x from p[1][3] on p[:][:]\n"
          "barrier\n");
}

static void test_gen_block(void **state)
{
    (void)state;
    check("#define N 100\n"
          "int m[4] = {10, 20, 30};\n"
          "int n[2] = {N/4, 3*N/4};\n"
          "float A[N][N];\n"
          "#pragma hpf processors P(4), Q(2,4)\n"
          "#pragma hpf template T(60), U(N,60)\n"
          "#pragma hpf distribute T(gen_block(m)) onto P\n"
          "#pragma hpf distribute U(gen_block(n),GEN_BLOCK(m)) onto Q\n"
          "#pragma hpf distribute A(*,gen_block((/N/2, 0, N/2, 0/))) onto P\n",
          "P[4]\n"
          "Q[2][4]\n"
          "T[0+60] gen_block:m[0],m[1],m[2],m[3] onto P\n"
          "U[0+N][0+60] gen_block:n[0],n[1] gen_block:m[0],m[1],m[2],m[3] onto Q\n"
          "direct A[0+N][0+N] * gen_block:N/2,0,N/2,0 onto P\n"
          "m:\n"
          "n:\n"
          "A: A[1*d0+0][1*d1+0]\n");
}

static void test_template_fix(void **state)
{
    (void)state;
    /* t: base 2, length N; u(1:N1, 0:N2) is u[0:..][1:..], and its formats too are in
     * Fortran's order; v has its bounds and gets its sizes. */
    check("#define N 100\n"
          "int m[4] = {10, 20, 30, 40};\n"
          "float a[N];\n"
          "#pragma xmp nodes p[4]\n"
          "#pragma xmp template t[:]\n"
          "#pragma xmp template u(:,:)\n"
          "#pragma xmp template v[N]\n"
          "#pragma xmp distribute t[block] onto p\n"
          "#pragma xmp distribute u(*,gblock(*)) onto p\n"
          "#pragma xmp distribute v[gblock(*)] onto p\n"
          "#pragma xmp align a[i] with v[i]\n"
          "void f() {\n"
          "#pragma xmp template_fix t[2:N]\n"
          "#pragma xmp template_fix(*,gblock(m)) u(10,0:N-1)\n"
          "#pragma xmp template_fix[gblock(m)] v\n"
          "#pragma xmp template_fix t[2:N]\n"
          "}\n",
          "p[4]\n"
          "t[2+N] block onto p\n"
          "u[0+N][1+10] gen_block:m[0],m[1],m[2],m[3] * onto p\n"
          "v[0+N] gen_block:m[0],m[1],m[2],m[3] onto p\n"
          "m:\n"
          "a: v[1*d0+0]\n");
}

static void test_xmp_round(void **state)
{
    (void)state;
    /* t(N1,N2) is t[N2][N1] with lower bounds 1; t(i,j) is t[j][i]. */
    check("#define N1 10\n"
          "#define N2 20\n"
          "float a[N2][N1];\n"
          "float z[N2];\n"
          "#pragma xmp nodes p(2,*)\n"
          "#pragma xmp template t(N1,N2)\n"
          "#pragma xmp template u(0:N1-1,0:N2-1)\n"
          "#pragma xmp distribute t(cyclic,block) onto p\n"
          "#pragma xmp distribute u(block,block(10)) onto p\n"
          "#pragma xmp align a[j][i] with u(i,j)\n"
          "#pragma xmp align z[j] with t(*,j+1)\n"
          "#pragma xmp loop (i,j) on t(i,j)\n"
          "#pragma xmp loop on u(*,j)\n"
          "#pragma xmp task on p(1,2)\n"
          "#pragma xmp task on p(:,2)\n"
          "#pragma xmp task on t(1:N1,7)\n"
          "#pragma xmp bcast (z) from t(3,1)\n",
          "p[*][2]\n"
          "t[1+N2][1+N1] block cyclic onto p\n"
          "u[0+N2][0+N1] block(10) block onto p\n"
          "a: u[1*d0+0][1*d1+0]\n"
          "z: t[1*d0+1][*]\n"
          "loop on t[j][i]\n"
          "loop on u[j][*]\n"
          /* p(1,2): first index 0 of the extent 2, second index 1 */
          "task on p[1][0]\n"
          "task on p[1][:]\n"
          "task on t[7][:]\n"
          "bcast 0:z from t[1][3]\n");
}

static void test_combined(void **state)
{
    (void)state;
    check("float p1[8];\n"
          "float x[8];\n"
          "float A[8][8];\n"
          "#pragma xmp nodes :: p(2)\n"
          "#pragma xmp template, distribute (block,block) onto q :: t(0:7,0:7)\n"
          "#pragma xmp nodes q(2,1)\n"
          "#pragma xmp align [i] with t(i,*) :: p1, x\n"
          "#pragma xmp align [i][j] with t(j,i), shadow [1][1] :: A\n",
          "p[2]\n"
          "q[1][2]\n"
          "t[0+8][0+8] block block onto q\n"
          "p1: t[*][1*d0+0]\n"
          "x: t[*][1*d0+0]\n"
          "A: t[1*d0+0][1*d1+0] shadow 1:1,1:1\n");
}

static void test_lists_and_colons(void **state)
{
    (void)state;
    check("float A[8][8];\n"
          "float B[8][8][8];\n"
          "#pragma HPF is another pragma\n"
          "#pragma hpf processors P(2), Q(2,2)\n"
          "#pragma hpf template T(8), U(8,8)\n"
          "#pragma hpf DISTRIBUTE T(CYCLIC) onto P, U(Block,BLOCK) ONTO Q\n"
          "#pragma hpf align A(:,*) with T(:)\n"
          "#pragma hpf align B(:,*,:) with U(:,:)\n",
          "P[2]\n"
          "Q[2][2]\n"
          "T[0+8] cyclic onto P\n"
          "U[0+8][0+8] block block onto Q\n"
          "A: T[1*d0+0]\n"
          "B: U[1*d0+0][1*d2+0]\n");
}

static void test_scopes(void **state)
{
    (void)state;
    /* Each function's own t; the formal's first extent is unknown. */
    check("#define N 8\n"
          "#pragma hpf processors P(2)\n"
          "void f(float a[][N]) {\n"
          "#pragma hpf template T(N)\n"
          "#pragma hpf distribute T(block) onto P\n"
          "#pragma hpf align a(i,*) with T(i)\n"
          "#pragma hpf on home(T(i))\n"
          "}\n"
          "void g(float a[][N]) {\n"
          "#pragma hpf template T(2*N)\n"
          "#pragma hpf distribute T(cyclic) onto P\n"
          "#pragma hpf align a(*,i) with T(i)\n"
          "#pragma hpf on home(a(j,i))\n"
          "}\n",
          "P[2]\n"
          "T[0+N] block onto P\n"
          "T[0+2*N] cyclic onto P\n"
          "a: T[1*d0+0]\n"
          "a: T[1*d1+0]\n"
          "on on T[i]\n"
          "on on a[j][i]\n");
}

static void test_parts(void **state)
{
    (void)state;
    /* Brackets: base and length, from 0. Parentheses: first and last, from 1, and the
     * axes in reverse. A section in a clause is a grid of its own, one for all that
     * say the same. */
    check("#define NC 4\n"
          "float z;\n"
          "#pragma xmp nodes q[2] = p[0][1:2]\n"
          "#pragma xmp nodes p[2][NC]\n"
          "#pragma xmp nodes row(NC) = p(:,2), col(*) = p(*,:)\n"
          "#pragma xmp nodes s[2][2] = p[1][0:4]\n"
          "#pragma xmp nodes u[2] = s[1][:]\n"
          "#pragma xmp nodes v(2) = p(1:3:2,1)\n"
          "#pragma xmp nodes w[*] = p[1:1][1:2:2]\n"
          "#pragma xmp nodes x(3,2)\n"
          "#pragma xmp nodes y[2] = x[:][2]\n"
          "#pragma xmp template t[100]\n"
          "#pragma xmp distribute t[block] onto col\n"
          "#pragma xmp task on p[0][1:2]\n"
          "#pragma xmp task on p(2:3,1)\n"
          "#pragma xmp task on q[1:]\n"
          "#pragma xmp task on q[0:]\n"
          "#pragma xmp task on t[8:3:4]\n"
          "#pragma xmp task on t[:30]\n"
          "#pragma xmp reduction(+:z) on p[:][*]\n"
          "#pragma xmp barrier on p(1:4:2,2)\n"
          "#pragma xmp bcast (z) on col(2)\n",
          "p[2][NC]\n"
          "q[2] = p[0][1:2:]\n"
          "row[NC] = p[1][::]\n"
          /* p(*,:) is p[:][*] */
          "col[2] = p[::][*]\n"
          "s[2][2] = p[1][0:4:]\n"
          "u[2] = s[1][::]\n"
          /* 1 and 3, from 1 */
          "v[2] = p[0][0:2:2]\n"
          "w[*] = p[1:1:][1:2:2]\n"
          "x[2][3]\n"
          "y[2] = x[::][2]\n"
          "p[:][1:2][2][2] = p[::][1:2:]\n"
          "q[1:size(q, 0) - 1][size(q, 0) - 1] = q[1:size(q, 0) - 1:]\n"
          "p[:][0:2:2][2][2] = p[::][0:2:2]\n"
          "t[0+100] block onto col\n"
          "task on p[:][1:2][0][:]\n"
          "task on p[:][1:2][0][:]\n"
          "task on q[1:size(q, 0) - 1][:]\n"
          "task on q[:]\n"
          /* 3 of them: 8, 12, 16 */
          "task on t[8..16 by 4]\n"
          "task on t[0..29]\n"
          "reduction 1:z on p[:][*]\n"
          "barrier on p[:][0:2:2][1][:]\n"
          "bcast 0:z on col[1]\n");
}

static void test_hints(void **state)
{
    (void)state;
    check("#define STEPS 100\n"
          "#pragma fpredict trip(2*STEPS + 1)\n"
          "#pragma fpredict probability(0.25)\n",
          "trip 2*STEPS + 1\n"
          "probability 0.25\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hpf),
        cmocka_unit_test(test_hpf_direct_and_implied),
        cmocka_unit_test(test_align_composes),
        cmocka_unit_test(test_xmp_square),
        cmocka_unit_test(test_gen_block),
        cmocka_unit_test(test_template_fix),
        cmocka_unit_test(test_xmp_round),
        cmocka_unit_test(test_combined),
        cmocka_unit_test(test_lists_and_colons),
        cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_hints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
