/* No directive, and so nothing to predict. */
int main(void)
{
    return 0;
}
