/* Not C. */
int main(void)
{
    return undeclared;
}
