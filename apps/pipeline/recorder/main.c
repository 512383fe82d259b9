/* Sends a recording block by block at the speed at which it was spoken, again and again, until a stop is asked
 * for. A block that the channel has no room for is lost: a microphone does not wait.
 *
 * A block is its pass and its number (4 bytes each), then 1,024 samples of 16 bits, little endian. */
#include <stdlib.h>

#include "terrace_message.h"
#include "wav.h"

enum { SAMPLES = 1024 };

struct block {
    uint32_t pass, number;
    int16_t sample[SAMPLES];
};

/* One pass over the recording: how many blocks were lost, or -1 once a stop was asked for. */
static int play(int32_t channel, const struct wav *wav, uint32_t pass, uint64_t *due, uint64_t step) {
    static struct block block;
    int lost = 0;
    block.pass = pass;
    for (block.number = 0; (size_t)(block.number + 1) * SAMPLES <= wav->count; block.number++) {
        memcpy(block.sample, wav->sample + (size_t)block.number * SAMPLES, sizeof block.sample);
        if (terrace_sleep_until(*due) == TERRACE_CODE_STOPPING) {
            return -1;
        }
        *due += step;
        lost += terrace_send(channel, &block, sizeof block) < 0;
    }
    return lost;
}

int main(int argc, char **argv) {
    struct wav wav;
    double speed = argc > 2 ? atof(argv[2]) : 1;
    const char *wrong = argc < 2 ? "no recording is named" : wav_read(argv[1], &wav);
    if (wrong || !(speed > 0)) {
        fprintf(stderr, "recorder RECORDING SPEED: %s\n", wrong ? wrong : "the speed is not above 0");
        return 1;
    }
    int32_t channel = terrace_sender_open("audio");
    if (channel < 0) {
        fprintf(stderr, "recorder: the channel `audio` cannot be opened (%d); install the analyser first\n", (int)channel);
        return 1;
    }
    uint64_t step = (uint64_t)(1e9 * SAMPLES / wav.rate / speed);
    uint64_t due = terrace_now();
    for (uint32_t pass = 1;; pass++) {
        int lost = play(channel, &wav, pass, &due, step);
        if (lost < 0) {
            return 0;
        }
        printf("pass %u: %d blocks lost\n", (unsigned)pass, lost);
        fflush(stdout);
    }
}
