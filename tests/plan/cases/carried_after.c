/* Who asks for the value that the last iteration leaves. Per entry, on four processors of 16
 * elements each: a value crosses 3 borders; the last one is sent to 3 others, if it is asked for.
 *   after_a_while            nobody                                     3
 *   after_a_call             nobody                                     3
 *   after_a_condition        nobody                                     3
 *   after_a_return           nobody: 'carried' is the function's own    3
 *   as_an_argument           the function that is called            3 + 3
 *   in_a_condition           the condition of the while             3 + 3
 *   kept_at_a_return         the caller may read 'kept'             3 + 3
 * 30 messages of 8 bytes: 240. */
/* moves: 30 messages, 240 bytes */
#define N 64
double b[N], kept;
int count;
#pragma hpf processors P(4)
#pragma hpf distribute b(block) onto P
static void note(double x)
{
    count += x > 3;
}
void after_a_while(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
    }
    int left = 3;
    while (left > 0) {
        count++;
        left -= 2;
    }
}
void after_a_call(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
    }
    note(3);
    carried = 4;
    note(carried);
}
void after_a_condition(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
    }
    if (count > 3)
        count = 0;
}
void after_a_return(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
    }
    if (count > 3)
        return;
    carried = 3;
    note(carried);
}
void as_an_argument(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
    }
    note(carried);
}
void in_a_condition(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
    }
    while (carried > 1)
        carried /= 2;
}
void kept_at_a_return(void)
{
    for (int k = 0; k < N; k++) {
        b[k] = kept;
        kept = b[k] / kept;
    }
    if (count > 3)
        return;
    kept = 1;
}
