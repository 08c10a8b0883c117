/* What every game needs: numbers, chance, sets. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t num;

#define MISSING (-1000000000)
#define THROUGH (-1)
#define RESTS (-2)
#define LEAVING (1 << 28)
#define REFUSED(reason) (-1100 - (reason))

static inline num lesser(num a, num b) { return a < b ? a : b; }
static inline num greater(num a, num b) { return a > b ? a : b; }
static inline num distance_from_zero(num a) { return a < 0 ? -a : a; }

/* Division by 0 is noted in the cell behind the vector; whoever runs the block looks there. */
static inline num modulo(num *v, num a, num b) {
    if (b == 0) { v[FAULT] = 1; return 0; }
    num m = a % b;
    return m != 0 && (m < 0) != (b < 0) ? m + b : m;
}
static inline num floor_of(num *v, num a, num b) {
    if (b == 0) { v[FAULT] = 1; return 0; }
    num q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
static inline num ceiling_of(num *v, num a, num b) { return -floor_of(v, -a, b); }

/* SplitMix64, see regelwerk/chance.py. */
static inline uint64_t next_key(uint64_t key) { return key + UINT64_C(0x9E3779B97F4A7C15); }
static inline uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}
static inline num picked(uint64_t key, num n) { return (num)(((mixed(key) >> 32) * (uint64_t)n) >> 32); }
static inline uint64_t first_key(num seed) {
    uint64_t z = (uint64_t)seed * UINT64_C(0xD1342543DE82EF95) + 1;
    return next_key(z ^ (z >> 29));
}

/* Sets of small numbers: one word, or WORDS of them. */
static inline num count_bits(uint64_t m) {
    num n = 0;
    while (m) { m &= m - 1; n++; }
    return n;
}
static inline num lowest_bit(uint64_t m) {
    num n = 0;
    while (!(m & 255)) { m >>= 8; n += 8; }
    while (!(m & 1)) { m >>= 1; n++; }
    return n;
}
#if defined(__GNUC__)
#define count_bits(m) ((num)__builtin_popcountll(m))
#define lowest_bit(m) ((num)__builtin_ctzll(m))
#endif
static inline num has_bit(uint64_t m, num i, num width) { return i >= 0 && i < width ? (num)((m >> i) & 1) : 0; }
static inline uint64_t bit_at(num i, num width) { return i >= 0 && i < width ? UINT64_C(1) << i : 0; }
#if WORDS > 1
typedef struct { uint64_t w[WORDS]; } many;
static inline many no_bits(void) { many m; memset(&m, 0, sizeof m); return m; }
static inline num many_has(many m, num i, num width) { return i >= 0 && i < width ? (num)((m.w[i >> 6] >> (i & 63)) & 1) : 0; }
static inline void many_add(many *m, num i, num width) { if (i >= 0 && i < width) m->w[i >> 6] |= UINT64_C(1) << (i & 63); }
static inline num many_count(many m) { num n = 0; for (int k = 0; k < WORDS; k++) n += count_bits(m.w[k]); return n; }
#endif

/* Rows of numbers by the keys at their end, smallest first; equal ones stay in order. */
static inline void sort_rows(num *rows, int n, int width, int key) {
    num row[64];
    for (int i = 1; i < n; i++) {
        memcpy(row, rows + i * width, width * sizeof(num));
        int j = i;
        for (; j > 0; j--) {
            num *before = rows + (j - 1) * width;
            int k = key;
            while (k < width && before[k] == row[k]) k++;
            if (k == width || before[k] < row[k]) break;
            memcpy(rows + j * width, before, width * sizeof(num));
        }
        memcpy(rows + j * width, row, width * sizeof(num));
    }
}
