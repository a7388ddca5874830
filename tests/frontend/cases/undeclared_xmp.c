/* A function of XcalableMP's library without its header. */
#pragma xmp nodes p[4]
int main(void)
{
    return xmp_node_num() != 1;
}
