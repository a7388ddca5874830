#include <stddef.h>

#include "tests/accuracy/samples.h"

/* Sizes: Parashar and Hariri 1996, table 4 for its fourteen programs; the other Livermore
 * kernels alike; Balasundaram and others 1991, figure 3 for REDBLACK. Mohr and others 1995 and
 * Sarukkai and Malony 1993 do not say theirs, and the rest are of no paper: sizes of ours. Other
 * distributions, some of which send each element by itself, are predicted at the smallest only. */

#define KERNEL "128,256,512,1024,2048,4096"
#define KERNEL_SAID "128–4096"
#define SQUARE "16,32,64,128,256"
#define SQUARE_SAID "16–256"

static const char *const none[] = {NULL};
static const char *const own[] = {"", NULL};
static const char *const line[] = {"T(block)", "T(cyclic)", "T(cyclic(4))", NULL};
static const char *const line_xmp[] = {"t(block)", "t(cyclic)", "t(cyclic(4))", NULL};
static const char *const dealt[] = {"T(cyclic)", "T(cyclic(4))", NULL};

/* {block, cyclic, *}² */
#define PLANE(T)                                                                                   \
    T "(block,block)", T "(block,cyclic)", T "(block,*)", T "(cyclic,block)", T "(cyclic,cyclic)", \
        T "(cyclic,*)", T "(*,block)", T "(*,cyclic)", T "(*,*)"
static const char *const plane[] = {PLANE("T"), NULL};
static const char *const plane_xmp[] = {PLANE("t"), NULL};
/* What peels margins off must lie in blocks. */
static const char *const blocks_xmp[] = {"t(block,block)", "t(block,*)", "t(*,block)", "t(*,*)",
                                         NULL};
/* All but rows by blocks, but columns by blocks, but rows either way. */
#define MIXED "T(block,block)", "T(block,cyclic)", "T(cyclic,block)", "T(cyclic,cyclic)", "T(*,*)"
static const char *const not_rows[] = {MIXED, "T(cyclic,*)", "T(*,block)", "T(*,cyclic)", NULL};
static const char *const not_columns[] = {MIXED, "T(block,*)", "T(cyclic,*)", "T(*,cyclic)", NULL};
static const char *const lu_rows[] = {"T(cyclic,*)", "T(block,*)", NULL};
static const char *const lu_others[] = {MIXED, "T(*,block)", "T(*,cyclic)", NULL};
static const char *const particles[] = {
    "PARTICLES(block) CELLS(block)", "PARTICLES(cyclic) CELLS(block)",
    "PARTICLES(block) CELLS(cyclic)", "PARTICLES(cyclic) CELLS(cyclic)", NULL};

#define LFK(n) "lfk" n "/lfk" n ".c", KERNEL, KERNEL_SAID

const sample samples[] = {
    {LFK("01"), line, NULL, none},
    {LFK("02"), line, NULL, none},
    {LFK("03"), line, NULL, none},
    {LFK("05"), own, "128,256", dealt},
    {LFK("09"), line, NULL, none},
    {LFK("11"), own, "128,256", dealt},
    {LFK("14"), particles, NULL, none},
    {LFK("19"), own, "128,256", dealt},
    {LFK("22"), line, NULL, none},
    {"pbs1/pbs1.c", KERNEL, KERNEL_SAID, line, NULL, none},
    {"pbs2/pbs2.c", SQUARE, SQUARE_SAID, line, NULL, none},
    {"pbs3/pbs3.c", SQUARE, SQUARE_SAID, plane, NULL, none},
    {"pbs4/pbs4.c", KERNEL, KERNEL_SAID, line, NULL, none},
    {"pi/pi.c", KERNEL, KERNEL_SAID, line, NULL, none},
    {"pi/pi_xmp.c", KERNEL, KERNEL_SAID, line_xmp, NULL, none},
    {"nbody/nbody.c", "16,32,64,128,256,512,1024,2048,4096", "16–4096", line, NULL, none},
    {"finance/finance.c", "32,64,128,256,512", "32–512", own, "32,64", not_columns},
    {"laplace/laplace.c", SQUARE, SQUARE_SAID, plane, NULL, none},
    {"laplace/laplace_xmp.c", SQUARE, SQUARE_SAID, plane_xmp, NULL, none},
    {"laplace/laplace_overlap.c", SQUARE, SQUARE_SAID, blocks_xmp, NULL, none},
    {"redblack/redblack.c", SQUARE, SQUARE_SAID, plane, NULL, none},
    {"matmul/matmul.c", SQUARE, SQUARE_SAID, plane, NULL, none},
    {"poisson/poisson.c", SQUARE, SQUARE_SAID, own, "16", not_rows},
    {"multigrid/multigrid.c", SQUARE, SQUARE_SAID, plane, NULL, none},
    {"lu/lu.c", SQUARE, SQUARE_SAID, lu_rows, "16,32", lu_others},
    {"cg/cg.c", "256,1024,4096", "256–4096", line, NULL, none},
    {"ocean/ocean.c", "16,32,64,128", "16–128", own, "16", not_columns},
    {"adi/adi.c", SQUARE, SQUARE_SAID, own, "16", plane},
    {"hpl/hpl.c", "32,64,128", "32–128", own, NULL, none},
    {"wave27/wave27.c", "16,32,64", "16–64", plane, NULL, none},
    {"pic/pic.c", "1024,4096,16384", "1024–16384", own, NULL, none},
    {"cg_csr/cg_csr.c", "16,32,64", "16–64", line, NULL, none},
    {"xmp/membrane.c", SQUARE, SQUARE_SAID, plane_xmp, NULL, none},
    {0},
};
