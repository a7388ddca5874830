/* A barrier of all nodes, and nothing else: what the machine's algorithm makes of it. */

#pragma xmp nodes p(*)

int main(void)
{
#pragma xmp barrier
    return 0;
}
