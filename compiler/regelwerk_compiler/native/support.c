/* What every game needs: numbers, chance, sets. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if JUMPS
#include <setjmp.h>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wclobbered" /* nothing is read behind a long jump */
#endif
#endif

typedef int64_t num;

/* What such a function gives rests on the state alone, so it need not be asked twice in the same one; work that is spared need not be counted. */
#if defined(__GNUC__) && !LEAVES
#define PURE __attribute__((pure))
#else
#define PURE
#endif

/* A function that stands apart from those that may be jumped to: whatever such a one holds lies in memory. */
#if defined(__GNUC__) && JUMPS
#define APART __attribute__((noinline))
#else
#define APART
#endif

#define RESTS 1                       /* the machine rests */
#define REFUSED(reason) (-1100 - (reason)) /* why the rules broke down, see vector.py; always below 0 */
#define TOO_LARGE (-2)                /* a number left 64 bits: another engine must do this */
#define BROKEN (-3)                   /* this is no vector of this game */
#define NO_MEMORY (-4)
#define TOO_MUCH (-5)                 /* a step is so much work that another engine must do it, or nobody */

static inline num lesser(num a, num b) { return a < b ? a : b; }
static inline num greater(num a, num b) { return a > b ? a : b; }
static inline num distance_from_zero(num a) { return a < 0 ? -a : a; }
static inline num modulo(num a, num b) {
    num m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
}
static inline num floor_of(num a, num b) {
    num q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
static inline num ceiling_of(num a, num b) {
    num q = a / b;
    return a % b != 0 && (a < 0) == (b < 0) ? q + 1 : q;
}

/* SplitMix64, see regelwerk/chance.py. */
static inline uint64_t next_key(uint64_t key) { return key + UINT64_C(0x9E3779B97F4A7C15); }
static inline uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}
/* A word of a digest, and cells that make one, the first one lowest. */
static inline uint64_t digested(uint64_t word, uint64_t at) { return mixed(word ^ at * UINT64_C(0x9E3779B97F4A7C15)); }
static inline uint64_t word_of_8(const int8_t *p) {
    return (uint64_t)(uint8_t)p[0] | (uint64_t)(uint8_t)p[1] << 8 | (uint64_t)(uint8_t)p[2] << 16 | (uint64_t)(uint8_t)p[3] << 24
         | (uint64_t)(uint8_t)p[4] << 32 | (uint64_t)(uint8_t)p[5] << 40 | (uint64_t)(uint8_t)p[6] << 48 | (uint64_t)(uint8_t)p[7] << 56;
}
static inline uint64_t word_of_4(const int16_t *p) {
    return (uint64_t)(uint16_t)p[0] | (uint64_t)(uint16_t)p[1] << 16 | (uint64_t)(uint16_t)p[2] << 32 | (uint64_t)(uint16_t)p[3] << 48;
}
static inline uint64_t word_of_2(const int32_t *p) { return (uint64_t)(uint32_t)p[0] | (uint64_t)(uint32_t)p[1] << 32; }
static inline num picked(uint64_t key, num n) { return (num)(((mixed(key) >> 32) * (uint64_t)n) >> 32); }
static inline uint64_t first_key(num seed) {
    uint64_t z = (uint64_t)seed * UINT64_C(0xD1342543DE82EF95) + 1;
    return next_key(z ^ (z >> 29));
}

/* Sets of small numbers in one word. */
#if defined(__GNUC__)
static inline num bits_count(uint64_t m) { return __builtin_popcountll(m); }
static inline num lowest_bit(uint64_t m) { return __builtin_ctzll(m); }
static inline num highest_bit(uint64_t m) { return 63 - __builtin_clzll(m); }
#else
static inline num bits_count(uint64_t m) {
    num n = 0;
    for (; m; m &= m - 1) n++;
    return n;
}
static inline num lowest_bit(uint64_t m) { return bits_count((m & (~m + 1)) - 1); }
static inline num highest_bit(uint64_t m) {
    num n = 0;
    while (m >>= 1) n++;
    return n;
}
#endif
static inline uint64_t bits_from(uint64_t m) { return m; }
static inline uint64_t bits_bit(num i) { return UINT64_C(1) << i; }
static inline num bits_holds(uint64_t m, num i) { return (num)((m >> i) & 1); }
static inline uint64_t bits_meet(uint64_t a, uint64_t b) { return a & b; }
static inline uint64_t bits_join(uint64_t a, uint64_t b) { return a | b; }
static inline uint64_t bits_without(uint64_t a, uint64_t b) { return a & ~b; }
static inline int bits_some(uint64_t m) { return m != 0; }
static inline num bits_has(uint64_t m, num i, num width) { return i >= 0 && i < width ? (num)((m >> i) & 1) : 0; }
static inline uint64_t bits_at(num i, num width) { return i >= 0 && i < width ? UINT64_C(1) << i : 0; }
static inline num bits_first(uint64_t m, num none) { return m ? lowest_bit(m) : none; }
static inline num bits_last(uint64_t m, num none) { return m ? highest_bit(m) : none; }
/* What lies above the lowest bit, and below the highest one; nothing if there is none. */
static inline uint64_t bits_above(uint64_t m) { return ~(m ^ (m - 1)); }
static inline uint64_t bits_below(uint64_t m) { return (~UINT64_C(0) >> 1) >> (63 - highest_bit(m | 1)); }
/* The place of bit number k, counted from the lowest that is set. */
#if defined(__BMI2__)
#include <immintrin.h>
static inline num bit_number(uint64_t m, num k) { return lowest_bit(_pdep_u64(UINT64_C(1) << k, m)); }
#else
static inline num bit_number(uint64_t m, num k) {
    while (k--) m &= m - 1;
    return lowest_bit(m);
}
#endif

/* Rows of numbers by the keys at their end, smallest first; equal ones stay in order.  Few are inserted one by one, more are merged. */
#define FEW_ROWS 16
static inline int row_after(const num *a, const num *b, int width, int key) {
    for (; key < width; key++)
        if (a[key] != b[key]) return a[key] > b[key];
    return 0;
}
static inline void insert_rows(num *rows, int n, int width, int key) {
    for (int i = 1; i < n; i++) {
        for (num *row = rows + i * width; row > rows && row_after(row - width, row, width, key); row -= width) {
            for (int k = 0; k < width; k++) {
                num x = row[k];
                row[k] = row[k - width];
                row[k - width] = x;
            }
        }
    }
}
static inline void sort_rows(num *rows, int n, int width, int key) {
    size_t size = (size_t)width * sizeof(num);
    num *spare = n > FEW_ROWS ? malloc((size_t)n * size) : 0;
    int run = spare ? FEW_ROWS : n;
    for (int i = 0; i < n; i += run) insert_rows(rows + i * width, n - i < run ? n - i : run, width, key);
    for (; run < n; run *= 2) {
        num *to = spare;
        for (int i = 0; i < n; i += 2 * run) {
            int middle = n - i < run ? n : i + run, end = n - i < 2 * run ? n : i + 2 * run;
            for (int a = i, b = middle; a < middle || b < end; to += width) {
                int second = a == middle || (b < end && row_after(rows + a * width, rows + b * width, width, key));
                memcpy(to, rows + (second ? b++ : a++) * width, size);
            }
        }
        memcpy(rows, spare, (size_t)n * size);
    }
    free(spare);
}
static inline int before(const num *a, const num *b, int n) {
    for (int k = 0; k < n; k++)
        if (a[k] != b[k]) return a[k] < b[k];
    return 0;
}
/* Numbers upwards, each once; how many are left. */
static inline int each_once(num *out, int n) {
    sort_rows(out, n, 1, 0);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (kept == 0 || out[kept - 1] != out[i]) out[kept++] = out[i];
    return kept;
}
