/* Elements that loops count with are variables; those of `kept`, which a function gets, and of
 * `moved`, whose index varies, are not. */
double a[8];
#pragma hpf processors P(*)
#pragma hpf distribute a(block) onto P
int at[2];
void use(int *p);

int main(void)
{
    int k[2], kept[2], moved[3];
    for (k[0] = 0; k[0] < 4; k[0]++)
        for (k[1] = k[0]; k[1] < 4; k[1]++)
            a[k[0] + k[1]] = 1;
    for (at[1] = 7; at[1] >= 0; at[1]--)
        a[at[1]] = 2;
    for (kept[0] = 0; kept[0] < 4; kept[0]++)
        a[1] = 3;
    use(kept);
    for (moved[0] = 0; moved[0] < 4; moved[0]++)
        moved[k[0] - 2] = 1;
    return 0;
}
