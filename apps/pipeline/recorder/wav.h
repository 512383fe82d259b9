/* Read a RIFF/WAVE file of 16-bit PCM samples; several channels are mixed to one.
 * Every length in the file is checked against what is really there.
 * Source: Multimedia Programming Interface and Data Specifications 1.0 (IBM, Microsoft). */
#ifndef WAV_H
#define WAV_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAV_MAX_BYTES = 16 << 20 };

struct wav {
    uint32_t rate;   /* samples per second */
    size_t count;    /* samples */
    int16_t *sample; /* owned */
};

static uint32_t wav_u32(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static unsigned wav_u16(const uint8_t *p) { return (unsigned)p[0] | (unsigned)p[1] << 8; }

/* The content of the chunk `name`, or NULL; its length goes to `length`. */
static const uint8_t *wav_chunk(const uint8_t *file, size_t bytes, const char *name, size_t *length) {
    for (size_t at = 12; at + 8 <= bytes;) {
        size_t size = wav_u32(file + at + 4), rest = bytes - at - 8;
        if (memcmp(file + at, name, 4) == 0) {
            *length = size < rest ? size : rest;
            return file + at + 8;
        }
        if (size >= rest)
            return NULL;
        at += 8 + size + (size & 1);
    }
    return NULL;
}

static int16_t wav_mix(const uint8_t *frame, unsigned channels) {
    int sum = 0;
    for (unsigned c = 0; c < channels; c++)
        sum += (int16_t)wav_u16(frame + 2 * c);
    return (int16_t)(sum / (int)channels);
}

/* NULL when the file was understood, else what is wrong with it. */
static const char *wav_parse(struct wav *wav, const uint8_t *file, size_t bytes) {
    size_t format_length = 0, data_length = 0;
    if (bytes < 12 || memcmp(file, "RIFF", 4) != 0 || memcmp(file + 8, "WAVE", 4) != 0)
        return "not a RIFF/WAVE file";
    const uint8_t *format = wav_chunk(file, bytes, "fmt ", &format_length);
    const uint8_t *data = wav_chunk(file, bytes, "data", &data_length);
    if (!format || format_length < 16 || !data)
        return "no format or data chunk";
    unsigned channels = wav_u16(format + 2);
    wav->rate = wav_u32(format + 4);
    if (wav_u16(format) != 1 || wav_u16(format + 14) != 16)
        return "not 16-bit PCM";
    if (channels < 1 || channels > 8 || wav->rate < 1000 || wav->rate > 384000)
        return "channels outside 1..8 or rate outside 1000..384000";
    wav->count = data_length / (2 * channels);
    wav->sample = malloc(wav->count * sizeof *wav->sample + 1);
    if (!wav->sample)
        return "out of memory";
    for (size_t i = 0; i < wav->count; i++)
        wav->sample[i] = wav_mix(data + 2 * channels * i, channels);
    return NULL;
}

static const char *wav_read_file(FILE *file, struct wav *wav) {
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size < 0 || size > WAV_MAX_BYTES || fseek(file, 0, SEEK_SET) != 0)
        return "no plain file of at most 16 MiB";
    uint8_t *bytes = malloc((size_t)size + 1);
    if (!bytes)
        return "out of memory";
    const char *wrong = wav_parse(wav, bytes, fread(bytes, 1, (size_t)size, file));
    free(bytes);
    return wrong;
}

/* NULL when read, else what is wrong. Free `wav->sample` afterwards. */
static const char *wav_read(const char *path, struct wav *wav) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return "cannot be opened";
    const char *wrong = wav_read_file(file, wav);
    fclose(file);
    return wrong;
}
#endif
