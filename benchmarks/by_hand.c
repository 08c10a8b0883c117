/* Three games as an expert would write them by hand in C, on bit boards: about as fast as a processor can play them.
   Each call plays `games` games with uniformly random options and gives how many were played in all. */
#include <stdint.h>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

static uint64_t state = UINT64_C(88172645463325252);

/* xorshift64 (Marsaglia, 2003). */
static inline uint32_t below(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((uint64_t)(uint32_t)(state >> 32) * n >> 32);
}
static inline uint32_t count(uint64_t m) { return (uint32_t)__builtin_popcountll(m); }
static inline uint64_t bit(uint64_t m, uint32_t k) {
#if defined(__BMI2__)
    return _pdep_u64(UINT64_C(1) << k, m);
#else
    while (k--) m &= m - 1;
    return m & -m;
#endif
}
static inline uint64_t pick(uint64_t m, uint32_t n) { return bit(m, below(n)); }

static const int LINES[8] = {7, 56, 448, 73, 146, 292, 273, 84};
static uint8_t wins[512];

static int tic_tac_toe(void) {
    uint32_t board[2] = {0, 0};
    uint64_t empty = 511;
    for (int k = 0; k < 9; k++) {
        uint64_t m = pick(empty, (uint32_t)(9 - k));
        empty ^= m;
        board[k & 1] |= (uint32_t)m;
        if (wins[board[k & 1]]) return k + 1;
    }
    return 9;
}
int64_t play_tic_tac_toe(int64_t games) {
    int64_t n = 0;
    for (int i = 0; i < 512; i++)
        for (int j = 0; j < 8; j++) wins[i] |= (i & LINES[j]) == LINES[j];
    while (games--) n += tic_tac_toe();
    return n;
}

/* Seven columns of six and a spare bit. */
static int connect_four(void) {
    const uint64_t bottom = UINT64_C(0x40810204081), full = bottom * 63;
    uint64_t board[2] = {0, 0}, all = 0;
    for (int k = 0; k < 42; k++) {
        uint64_t free = (all + bottom) & full, m = pick(free, count(free)), p, t;
        all |= m;
        p = board[k & 1] |= m;
        t = p & p >> 1; if (t & t >> 2) return k + 1;
        t = p & p >> 7; if (t & t >> 14) return k + 1;
        t = p & p >> 6; if (t & t >> 12) return k + 1;
        t = p & p >> 8; if (t & t >> 16) return k + 1;
    }
    return 42;
}
int64_t play_connect_four(int64_t games) {
    int64_t n = 0;
    while (games--) n += connect_four();
    return n;
}

/* White moves up.  Moves straight on, to the left and to the right are three sets of places that are entered. */
#define NOT_A UINT64_C(0xfefefefefefefefe)
#define NOT_H UINT64_C(0x7f7f7f7f7f7f7f7f)
static int breakthrough(void) {
    uint64_t white = 0xffff, black = UINT64_C(0xffff) << 48, to, from;
    for (int k = 1;; k++) {
        uint64_t on = white << 8 & ~(white | black), left = (white & NOT_A) << 7 & ~white, right = (white & NOT_H) << 9 & ~white;
        uint32_t i = below(count(on) + count(left) + count(right));
        if (i < count(on)) { to = bit(on, i); from = to >> 8; }
        else if ((i -= count(on)) < count(left)) { to = bit(left, i); from = to >> 7; }
        else { to = bit(right, i - count(left)); from = to >> 9; }
        white ^= from | to;
        black &= ~to;
        if (to >> 56 || !black) return k;
        k++;
        on = black >> 8 & ~(white | black), left = (black & NOT_H) >> 7 & ~black, right = (black & NOT_A) >> 9 & ~black;
        i = below(count(on) + count(left) + count(right));
        if (i < count(on)) { to = bit(on, i); from = to << 8; }
        else if ((i -= count(on)) < count(left)) { to = bit(left, i); from = to << 7; }
        else { to = bit(right, i - count(left)); from = to << 9; }
        black ^= from | to;
        white &= ~to;
        if ((to & 0xff) || !white) return k;
    }
}
int64_t play_breakthrough(int64_t games) {
    int64_t n = 0;
    while (games--) n += breakthrough();
    return n;
}
