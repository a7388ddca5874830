/* The five patterns of figure 4 of Balasundaram and others 1991, M floats each: a function for
 * each. */

#ifndef M
#define M 16
#endif
#ifndef PROCS
#define PROCS 64
#endif
static float element[PROCS], vector[PROCS][M], from[PROCS][M], all[M], sums[M];

#pragma xmp nodes p[PROCS]
#pragma xmp template t[PROCS]
#pragma xmp distribute t[block] onto p
#pragma xmp align element[i] with t[i]
#pragma xmp align vector[i][*] with t[i]
#pragma xmp align from[i][*] with t[i]
#pragma xmp shadow element[1 : 0]
#pragma xmp shadow vector[1 : 0][0]

/* A circular shift, a message for each element. */
void isr(void)
{
    for (int k = 0; k < M; k++) {
#pragma xmp reflect(element) width(/ periodic / 1 : 0)
    }
}

/* The same as one message. */
void vsr(void)
{
#pragma xmp reflect(vector) width(/ periodic / 1 : 0, 0)
}

/* In two stages: those with even numbers send to the right, then those with odd ones; the last
 * one's message to the first is the second stage's. */
void exch(void)
{
#pragma xmp gmove
    from [1:PROCS / 2:2][:] = vector [0:PROCS / 2:2][:];
#pragma xmp gmove
    from [2:PROCS / 2 - 1:2][:] = vector [1:PROCS / 2 - 1:2][:];
}

void bcast(void)
{
#pragma xmp bcast(all) from p[0]
}

void combn(void)
{
#pragma xmp reduction(+ : sums)
}
