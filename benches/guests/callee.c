/* Offers `echo`: replies with the request. */
#include <terrace.h>

static char request[TERRACE_MAX_CALL_BYTES];

int main(void) {
    if (terrace_call_offer("echo") < 0)
        return 1;
    struct terrace_incoming call;
    while (terrace_call_accept(&call, request, sizeof request, TERRACE_NEVER) == TERRACE_CODE_OK)
        terrace_call_reply(request, call.length);
    return 0;
}
