#ifndef FPREDICT_SUPPORT_DEEP_STACK_H
#define FPREDICT_SUPPORT_DEEP_STACK_H

/* Runs `work` where recursion has room for all that an input may nest, whatever limit a shell has
 * set for the stack, and returns what it returns. The room is reserved, not taken: pages are the
 * system's until something recurses into them. Where there is no address space for it, `work` has
 * the caller's stack. */
int deep_stack_run(int (*work)(void *), void *of);

#endif
