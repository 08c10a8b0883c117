/* Sets of small numbers in @K words. */
typedef struct { uint64_t w[@K]; } set_@K;
static inline set_@K set_@K_from(uint64_t m) { set_@K s = {{0}}; s.w[0] = m; return s; }
static inline set_@K set_@K_bit(num i) { set_@K s = {{0}}; s.w[i >> 6] = UINT64_C(1) << (i & 63); return s; }
static inline set_@K set_@K_at(num i, num width) { return i >= 0 && i < width ? set_@K_bit(i) : set_@K_from(0); }
static inline num set_@K_holds(set_@K m, num i) { return (num)((m.w[i >> 6] >> (i & 63)) & 1); }
static inline num set_@K_has(set_@K m, num i, num width) { return i >= 0 && i < width ? set_@K_holds(m, i) : 0; }
static inline set_@K set_@K_meet(set_@K a, set_@K b) { for (int k = 0; k < @K; k++) a.w[k] &= b.w[k]; return a; }
static inline set_@K set_@K_join(set_@K a, set_@K b) { for (int k = 0; k < @K; k++) a.w[k] |= b.w[k]; return a; }
static inline set_@K set_@K_without(set_@K a, set_@K b) { for (int k = 0; k < @K; k++) a.w[k] &= ~b.w[k]; return a; }
static inline int set_@K_some(set_@K m) { uint64_t any = 0; for (int k = 0; k < @K; k++) any |= m.w[k]; return any != 0; }
static inline int set_@K_same(set_@K a, set_@K b) { uint64_t d = 0; for (int k = 0; k < @K; k++) d |= a.w[k] ^ b.w[k]; return d == 0; }
static inline num set_@K_count(set_@K m) { num n = 0; for (int k = 0; k < @K; k++) n += bits_count(m.w[k]); return n; }
static inline num set_@K_first(set_@K m, num none) {
    for (int k = 0; k < @K; k++)
        if (m.w[k]) return k * 64 + lowest_bit(m.w[k]);
    return none;
}
static inline num set_@K_last(set_@K m, num none) {
    for (int k = @K - 1; k >= 0; k--)
        if (m.w[k]) return k * 64 + highest_bit(m.w[k]);
    return none;
}
static inline set_@K set_@K_above(set_@K m) {
    set_@K s = {{0}};
    int k = 0;
    while (k < @K && !m.w[k]) k++;
    if (k < @K) s.w[k] = bits_above(m.w[k]);
    for (k++; k < @K; k++) s.w[k] = ~UINT64_C(0);
    return s;
}
static inline set_@K set_@K_below(set_@K m) {
    set_@K s = {{0}};
    int k = @K - 1;
    while (k >= 0 && !m.w[k]) k--;
    if (k >= 0) s.w[k] = bits_below(m.w[k]);
    for (k--; k >= 0; k--) s.w[k] = ~UINT64_C(0);
    return s;
}
static inline num set_@K_number(set_@K m, num k) {
    int i = 0;
    for (num here; (here = bits_count(m.w[i])) <= k; i++) k -= here;
    return i * 64 + bit_number(m.w[i], k);
}
static inline set_@K set_@K_shift(set_@K m, int by, int width) {
    set_@K s = {{0}};
    int words = (by < 0 ? -by : by) >> 6, bits = (by < 0 ? -by : by) & 63;
    for (int k = 0; k < @K; k++) {
        int from = by >= 0 ? k - words : k + words, next = by >= 0 ? from - 1 : from + 1;
        if (from < 0 || from >= @K) continue;
        s.w[k] = by >= 0 ? m.w[from] << bits : m.w[from] >> bits;
        if (bits && next >= 0 && next < @K) s.w[k] |= by >= 0 ? m.w[next] >> (64 - bits) : m.w[next] << (64 - bits);
    }
    if (width & 63) s.w[@K - 1] &= (UINT64_C(1) << (width & 63)) - 1;
    return s;
}
/* As one very large number would go into a digest: its lower 64 bits. */
static inline uint64_t set_@K_digest(set_@K m) { return m.w[0]; }
