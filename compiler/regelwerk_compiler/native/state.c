#if JUMPS
/* Out of a formula, to whoever runs the game or tries something; a number that is too large ends all trials. */
#if defined(__GNUC__)
__attribute__((noreturn, cold, noinline))
#endif
static void leave(const State *s, int why) { longjmp(*s->out, why); }
static inline num divisor(const State *s, num b) {
    if (b == 0) leave(s, REFUSED(-1));
    return b;
}
static inline num not_lowest(const State *s, num a) {
    if (a == INT64_MIN) leave(s, TOO_LARGE);
    return a;
}
static inline num add(const State *s, num a, num b) {
    if (b < 0 ? a < INT64_MIN - b : a > INT64_MAX - b) leave(s, TOO_LARGE);
    return a + b;
}
static inline num subtract(const State *s, num a, num b) {
    if (b > 0 ? a < INT64_MIN + b : a > INT64_MAX + b) leave(s, TOO_LARGE);
    return a - b;
}
static inline num multiply(const State *s, num a, num b) {
    if (a != 0 && b != 0) {
        int over = a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
                         : (b > 0 ? a < INT64_MIN / b : b < INT64_MAX / a);
        if (over) leave(s, TOO_LARGE);
    }
    return a * b;
}
/* Work is counted where it may be a lot; what one step may do is `left`.  Then another engine, which is watched by a clock, must do it. */
#if COUNTS
static inline void tick(const State *s, num work) {
    if ((*s->left -= work) < 0) leave(s, TOO_MUCH);
}
#define NEW_STEP(s) *(s)->left = STEP;
#define BEGIN_STEP(s) volatile num left = STEP; (s)->left = &left;
#else
#define NEW_STEP(s)
#define BEGIN_STEP(s)
#endif
#define BEGIN(s) \
    BEGIN_STEP(s) \
    jmp_buf here; \
    (s)->out = &here; \
    int why = setjmp(here); \
    if (why) return why;
#else
#define NEW_STEP(s)
#define BEGIN(s)
#endif
/* What is too large or too much ends all trials. */
#if LEAVES
#define BEGIN_TRIAL(s, from) \
    jmp_buf here; \
    (s)->out = &here; \
    int why = setjmp(here); \
    if (why == TOO_LARGE || why == TOO_MUCH) leave(from, why); \
    if (why) return 0;
#else
#define BEGIN_TRIAL(s, from)
#endif

/* Rounds without a rest.  Whoever comes to a block with the state that he came there with before goes round for ever; what is
   remembered is where he was at the 64th, 128th, 256th, .. round (R. P. Brent, 1980).  `work`: what a round counts, 0 where it counts for itself. */
typedef struct { long rounds, next; int at, why; State before; } Watch;
#define FEW_ROUNDS 8 /* of a trial: more count as work */
#define NO_ROUNDS(w) (w).rounds = 0, (w).next = WATCHED + 1, (w).at = -1;
static int goes_round(Watch *w, const State *s, size_t size, int at, num work) {
    if (w->rounds > RUN_LIMIT || (at == w->at && memcmp(&w->before, s, size) == 0)) return REFUSED(ENDLESS);
    if (w->rounds > 2 * WATCHED && w->rounds * work > STEP) return TOO_MUCH;
    if (w->rounds == w->next) {
        memcpy(&w->before, s, size);
        w->at = at;
        w->next = 2 * w->rounds;
    }
    return 0;
}
