/* A program that computes for ever, without a call. */
int main(void) {
    static volatile unsigned long count;
    for (;;)
        count++;
}
