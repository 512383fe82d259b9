/* spectrum: what is in a recording, as text.
 *
 * Usage: spectrum [--every MS] FILE.wav [ROWS]   (ROWS of the spectrogram, 1..200, else 24)
 * Cuts the recording into half-overlapping windows (Hann, 1024 samples), transforms each,
 * and adds the power up in 32 bands of equal width on the mel scale. Prints a
 * spectrogram (time down, frequency across, a denser letter is 6 dB more) with the
 * strongest frequency of each row, then the strongest bands of the whole recording.
 * With --every it reads the file again MS milliseconds after it was ready, for ever, and from
 * the second time on prints one line. */
#define _XOPEN_SOURCE 700 /* POSIX beside C11 */
#include "../checksum/every.h"
#include "fft.h"
#include "wav.h"

enum { WINDOW = 1024, HOP = WINDOW / 2, BANDS = 32, MAX_ROWS = 200, STRONGEST = 5 };

struct row {
    double power[BANDS];
    double peak_hz, peak_power;
};

static struct fft_plan plan;
static double hann[WINDOW], edge_hz[BANDS + 1];
static struct row rows[MAX_ROWS];

/* The mel scale follows how high a tone sounds (O'Shaughnessy, 1987). */
static double mel_of(double hz) { return 2595 * log10(1 + hz / 700); }

static double hz_of(double mel) { return 700 * (pow(10, mel / 2595) - 1); }

static void prepare(uint32_t rate) {
    const double turn = 6.283185307179586476925, low = mel_of(60), high = mel_of(rate / 2.0);
    fft_prepare(&plan, WINDOW);
    for (int i = 0; i < WINDOW; i++)
        hann[i] = 0.5 - 0.5 * cos(turn * i / WINDOW);
    for (int b = 0; b <= BANDS; b++)
        edge_hz[b] = hz_of(low + (high - low) * b / BANDS);
}

static int band_of(double hz) {
    int band = -1;
    while (band < BANDS - 1 && hz >= edge_hz[band + 1])
        band++;
    return band;
}

static void add_window(struct row *row, const struct wav *wav, size_t from) {
    double re[WINDOW], im[WINDOW] = {0};
    for (int i = 0; i < WINDOW; i++)
        re[i] = from + (size_t)i < wav->count ? wav->sample[from + (size_t)i] / 32768.0 * hann[i] : 0;
    fft(&plan, re, im);
    for (int k = 1; k < WINDOW / 2; k++) {
        double hz = (double)k * wav->rate / WINDOW, power = re[k] * re[k] + im[k] * im[k];
        int band = band_of(hz);
        if (band < 0)
            continue;
        row->power[band] += power;
        if (power > row->peak_power)
            row->peak_power = power, row->peak_hz = hz;
    }
}

static void analyse(const struct wav *wav, size_t count) {
    size_t windows = wav->count / HOP + 1;
    for (size_t w = 0; w < windows; w++)
        add_window(&rows[w * count / windows], wav, w * HOP);
}

static double loudest(size_t count) {
    double most = 1e-12;
    for (size_t r = 0; r < count; r++)
        for (int b = 0; b < BANDS; b++)
            most = rows[r].power[b] > most ? rows[r].power[b] : most;
    return most;
}

static char letter(double power, double most) {
    static const char scale[] = " .:-=+*#%@";
    double below = power > 0 ? -10 * log10(power / most) / 6 : 9; /* steps of 6 dB */
    int step = 9 - (int)(below < 9 ? below : 9);
    return scale[step];
}

static void print_rows(size_t count, double seconds) {
    double most = loudest(count);
    for (size_t r = 0; r < count; r++) {
        char line[BANDS + 1] = {0};
        for (int b = 0; b < BANDS; b++)
            line[b] = letter(rows[r].power[b], most);
        printf("%6.2f s |%s|", seconds * (double)r / (double)count, line);
        if (rows[r].peak_power > most * 1e-4)
            printf(" %5.0f Hz", rows[r].peak_hz);
        printf("\n");
    }
}

/* The power of each band in the whole recording; returns that of all. */
static double sum_bands(size_t count, double total[BANDS]) {
    double sum = 0;
    for (size_t r = 0; r < count; r++)
        for (int b = 0; b < BANDS; b++)
            total[b] += rows[r].power[b], sum += rows[r].power[b];
    return sum;
}

static void print_strongest(size_t count, int bands) {
    double total[BANDS] = {0}, sum = sum_bands(count, total);
    if (sum <= 0) {
        printf("silence\n");
        return;
    }
    for (int n = 0; n < bands; n++) {
        int best = 0;
        for (int b = 1; b < BANDS; b++)
            best = total[b] > total[best] ? b : best;
        printf("%5.0f to %5.0f Hz: %5.1f%% of the power\n", edge_hz[best], edge_hz[best + 1],
               100 * total[best] / sum);
        total[best] = -1;
    }
}

static void print(const char *path, const struct wav *wav, size_t count) {
    double seconds = (double)wav->count / wav->rate;
    printf("%s: %.2f s at %u Hz\n", path, seconds, (unsigned)wav->rate);
    print_rows(count, seconds);
    print_strongest(count, STRONGEST);
}

/* The exit status of one look at the recording. */
static int look(const char *path, size_t count, int in_full) {
    struct wav wav = {0};
    const char *wrong = wav_read(path, &wav);
    if (wrong) {
        fprintf(stderr, "spectrum: %s: %s\n", path, wrong);
    } else {
        memset(rows, 0, sizeof rows);
        prepare(wav.rate);
        analyse(&wav, count);
        if (in_full)
            print(path, &wav, count);
        else
            print_strongest(count, 1);
        fflush(stdout);
    }
    free(wav.sample);
    return wrong != NULL;
}

int main(int argc, char **argv) {
    static const char usage[] = "spectrum [--every MS] FILE.wav [ROWS]";
    long every = 0;
    if (argc > 1 && strcmp(argv[1], "--every") == 0) {
        if (argc < 3 || (every = every_ms(argv[2])) == 0)
            return every_usage(usage);
        argc -= 2, argv += 2;
    }
    long count = argc > 2 ? strtol(argv[2], NULL, 10) : 24;
    if (argc < 2 || count < 1 || count > MAX_ROWS) {
        fprintf(stderr, "usage: %s   (ROWS in 1..%d)\n", usage, MAX_ROWS);
        return 2;
    }
    int status = look(argv[1], (size_t)count, 1);
    while (every > 0 && status == 0) {
        every_rest(every);
        status = look(argv[1], (size_t)count, 0);
    }
    return status;
}
