/* ---- What others call: see the header that `regelwerk show GAME --c --header` writes. ---- */
#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

#define DECIDES(s) (RESTING[(s)->pc] == '1')
#define TOSSES(s) (RESTING[(s)->pc] == '2')

static int play(State *s, num number) {
    num args[MOST_PARAMS];
    int at = target(s, number, args);
    if (at < 0) return BROKEN;
    if (DECIDES(s)) s->decisions++;
    int r = run(s, at, args);
    if (r < 0) return r;
    if (s->decisions >= MOST_DECISIONS && DECIDES(s)) s->pc = CAPPED;
    return 0;
}
static int toss(State *s, num *number) {
    num out[MOST_OUTCOMES], weights[MOST_OUTCOMES], total = 0;
    int n = outcomes(s, out, weights);
    for (int i = 0; i < n; i++) total += weights[i];
    s->key = next_key(s->key);
    num at = picked(s->key, total);
    for (int i = 0; i < n; i++) {
        at -= weights[i];
        if (at < 0) { *number = out[i]; return 0; }
    }
    return REFUSED(NO_OUTCOME);
}
static int settle(State *s) {
    num number;
    for (int tosses = 0; tosses < TOSS_LIMIT; tosses++) {
        if (!TOSSES(s)) return 0;
        int r = toss(s, &number);
        if (r == 0) r = play(s, number);
        if (r < 0) return r;
    }
    return REFUSED(ENDLESS);
}
static int begin(State *s, num seed) {
#if JUMPS
    jmp_buf *out = s->out;
#endif
#if COUNTS
    volatile num *left = s->left;
#endif
    *s = START;
#if JUMPS
    s->out = out;
#endif
#if COUNTS
    s->left = left;
#endif
    s->key = first_key(seed);
    int r = run(s, ENTRY, 0);
    return r < 0 ? r : 0;
}

EXPORT int regelwerk_format(void) { return FORMAT; }
EXPORT int regelwerk_words(void) { return WORDS; }
EXPORT int regelwerk_most_options(void) { return MOST_OPTIONS; }
EXPORT int regelwerk_most_outcomes(void) { return MOST_OUTCOMES; }

EXPORT int regelwerk_start(num *v, num seed) {
    State s;
    BEGIN(&s)
    int r = begin(&s, seed);
    if (r == 0) save(&s, v);
    return r;
}
EXPORT int regelwerk_options(const num *v, num *out) {
    State s;
    int r = load(&s, v);
    if (r < 0) return r;
    BEGIN(&s)
    return list(&s, out);
}
EXPORT int regelwerk_outcomes(const num *v, num *out, num *weights) {
    State s;
    int r = load(&s, v);
    if (r < 0) return r;
    BEGIN(&s)
    return outcomes(&s, out, weights);
}
EXPORT int regelwerk_play(num *v, num number) {
    State s;
    int r = load(&s, v);
    if (r < 0) return r;
    BEGIN(&s)
    r = play(&s, number);
    if (r == 0) save(&s, v);
    return r;
}
EXPORT int regelwerk_toss(num *v, num *number) {
    State s;
    int r = load(&s, v);
    if (r < 0) return r;
    BEGIN(&s)
    r = toss(&s, number);
    if (r == 0 || r == REFUSED(NO_OUTCOME)) save(&s, v); /* the key has moved on */
    return r;
}
EXPORT int regelwerk_settle(num *v) {
    State s;
    int r = load(&s, v);
    if (r < 0) return r;
    BEGIN(&s)
    r = settle(&s);
    if (r == 0) save(&s, v);
    return r;
}
EXPORT int regelwerk_evaluate(const num *v, int function, const num *args, num *out) {
    State s;
    int r = load(&s, v);
    if (r < 0) return r;
    BEGIN(&s)
    evaluate(&s, function, args, out);
    return 0;
}

#define TO_THE_END ((num)1 << 40)

static num one_play_on(State *s, uint64_t key, num count, num place, Found *found) {
    BEGIN(s)
    return play_on(s, key, count, place, found);
}
static int one_start(State *s, num seed) {
    BEGIN(s)
    return begin(s, seed);
}
/* Random options to the end; how many were played. */
EXPORT num regelwerk_playout(num *v, uint64_t key) {
    State s;
    num n = load(&s, v);
    if (n < 0) return n;
    Found *found = malloc(sizeof *found);
    if (!found) return NO_MEMORY;
    n = one_play_on(&s, key, TO_THE_END, -1, found);
    free(found);
    if (n >= 0) save(&s, v);
    return n;
}
/* Whole games with the seeds first, first + 1, ...; how many options were played in all. */
EXPORT num regelwerk_playouts(num first, num games) {
    State s;
    num total = 0;
    Found *found = malloc(sizeof *found);
    if (!found) return NO_MEMORY;
    for (num g = 0; g < games; g++) {
        num n = one_start(&s, first + g);
        if (n >= 0) n = one_play_on(&s, first_key(first + g), TO_THE_END, -1, found);
        if (n < 0) { total = n; break; }
        total += n;
    }
    free(found);
    return total;
}
/* Games from one position to the end, each with a key of its own (and with it its own chances); how many options were played in all. */
EXPORT num regelwerk_rollouts(const num *v, uint64_t key, num games) {
    State root, s;
    num total = load(&root, v);
    if (total < 0) return total;
    Found *found = malloc(sizeof *found);
    if (!found) return NO_MEMORY;
    for (num g = 0; g < games; g++) {
        key = next_key(key);
        s = root;
        s.key = mixed(key);
        num n = one_play_on(&s, mixed(key + 1), TO_THE_END, -1, found);
        if (n < 0) { total = n; break; }
        total += n;
    }
    free(found);
    return total;
}

static int one_settled_play(State *s, num number) {
    BEGIN(s)
    int r = play(s, number);
    return r < 0 ? r : settle(s);
}
static int one_list(State *s, num *out) {
    BEGIN(s)
    return list(s, out);
}
static int below(State *s, int left, num *nodes, num *ends) {
    if (!DECIDES(s)) {
        if (left == 0) ++*nodes;
        ++*ends;
        return 0;
    }
    if (left == 0) { ++*nodes; return 0; }
    num *out = malloc(MOST_OPTIONS * sizeof(num));
    if (!out) return NO_MEMORY;
    int n = one_list(s, out), r = n < 0 ? n : 0;
    for (int i = 0; i < n && r == 0; i++) {
        State after = *s;
        r = one_settled_play(&after, out[i]);
        if (r == 0) r = below(&after, left - 1, nodes, ends);
    }
    free(out);
    return r;
}
static int one_settle(State *s) {
    BEGIN(s)
    return settle(s);
}
/* Sequences of exactly `depth` options, and the games that end within them. */
EXPORT int regelwerk_perft(const num *v, int depth, num *nodes, num *ends) {
    State s;
    *nodes = *ends = 0;
    int r = load(&s, v);
    if (r == 0) r = one_settle(&s);
    return r < 0 ? r : below(&s, depth, nodes, ends);
}

/* Batches: `count` games behind each other, as C keeps them, each with the options that were found when somebody came to decide: they are
   found once, to be counted and to be picked from.  `found.n` is below 0 where nobody has looked.  What is too large is found each time. */
typedef struct {
    State s;
#if KEEPS
    Found found;
#endif
} Game;
#if KEEPS
#define OTHER Found *other = 0;
static void forget(Game *g) { g->found.n = -1; }
#else
#define OTHER \
    Found *other = malloc(sizeof *other); \
    if (!other) return NO_MEMORY;
static void forget(Game *g) { (void)g; }
#endif
/* Many games do not fit into the nearest cache: the next one is fetched while one is played. */
static inline void fetch(const Game *g) {
#if defined(__GNUC__)
    for (size_t at = 0; at < sizeof(Game) && at < sizeof(State) + 128; at += 64) __builtin_prefetch((const char *)g + at, 1);
#else
    (void)g;
#endif
}
/* The options of a game; how many is below 0 where that was refused. */
static Found *options_of(Game *g, Found *other) {
#if KEEPS
    Found *found = &g->found;
    (void)other;
    if (found->n >= 0) return found;
#else
    Found *found = other;
#endif
    found->n = 0;
    num r = DECIDES(&g->s) ? one_play_on(&g->s, 0, 0, -1, found) : 0;
    if (r < 0) found->n = r;
    return found;
}
/* Plays the option at one place, then up to `count` - 1 at random, until somebody decides or it is over; how many were played. */
static num pick(Game *g, num place, uint64_t key, num count, Found *other) {
    Found *found = options_of(g, other);
    if (place >= found->n) return found->n < 0 ? found->n : BROKEN;
    found->n = 0;
    num r = one_play_on(&g->s, key, count, place, found);
    if (r < 0) found->n = r;
    return r;
}
static int restart(Game *g, num seed) {
    int r = one_start(&g->s, seed);
    forget(g);
    return r < 0 ? r : one_settle(&g->s);
}
EXPORT int regelwerk_state_size(void) { return (int)sizeof(Game); }
EXPORT int regelwerk_load_many(Game *games, num count, const num *v) {
    int r = 0;
    for (num i = 0; i < count && r == 0; i++) {
        r = load(&games[i].s, v + i * WORDS);
        forget(games + i);
    }
    return r;
}
EXPORT int regelwerk_save_many(const Game *games, num count, num *v) {
    for (num i = 0; i < count; i++) save(&games[i].s, v + i * WORDS);
    return 0;
}
EXPORT int regelwerk_start_many(Game *games, num count, const num *seeds) {
    int r = 0;
    for (num i = 0; i < count && r == 0; i++) r = restart(games + i, seeds[i]);
    return r;
}
/* Games that are over begin anew, with seeds that follow from `key`; how many those were. */
EXPORT int regelwerk_renew_many(Game *games, num count, uint64_t key) {
    int n = 0;
    for (num i = 0; i < count; i++) {
        if (RESTING[games[i].s.pc] != '3') continue;
        key = next_key(key);
        int r = restart(games + i, (num)mixed(key));
        if (r < 0) return r;
        n++;
    }
    return n;
}
/* numbers[i] is played in game i, and chance happens until somebody decides; one that is below 0 leaves the game alone. */
EXPORT int regelwerk_step_many(Game *games, num count, const num *numbers) {
    for (num i = 0; i < count; i++) {
        if (numbers[i] < 0) continue;
        if (!DECIDES(&games[i].s)) return BROKEN;
        forget(games + i);
        int r = one_settled_play(&games[i].s, numbers[i]);
        if (r < 0) return r;
    }
    return 0;
}
/* counts[i] options of game i are written from out[i * most] on; where there are more than `most` the rest is left out. */
EXPORT int regelwerk_options_many(Game *games, num count, num *out, num most, num *counts) {
    num *listed = malloc(MOST_OPTIONS * sizeof(num));
    if (!listed) return NO_MEMORY;
    int r = 0;
    for (num i = 0; i < count && r >= 0; i++) {
        if (most >= MOST_OPTIONS) r = one_list(&games[i].s, out + i * most);
        else {
            r = one_list(&games[i].s, listed);
            for (num k = 0; k < r && k < most; k++) out[i * most + k] = listed[k];
        }
        counts[i] = r < 0 ? 0 : r;
    }
    free(listed);
    return r < 0 ? r : 0;
}
/* How many options each game has. */
EXPORT int regelwerk_count_many(Game *games, num count, num *counts) {
    OTHER
    num n = 0;
    for (num i = 0; i < count && n >= 0; i++) counts[i] = n = options_of(games + i, other)->n;
    free(other);
    return n < 0 ? (int)n : 0;
}
/* The option that stands at places[i] in the list of game i is played there, and chance happens; below 0: that game is left alone. */
EXPORT int regelwerk_pick_many(Game *games, num count, const num *places) {
    OTHER
    num r = 0;
    for (num i = 0; i < count && r >= 0; i++) {
        if (i + 1 < count) fetch(games + i + 1);
        if (places[i] >= 0) r = pick(games + i, places[i], 0, 1, other);
    }
    free(other);
    return r < 0 ? (int)r : 0;
}
/* `steps` random options in every game, chance in between; what is over begins anew.  The keys of the games follow from `key`. */
EXPORT int regelwerk_random_many(Game *games, num count, uint64_t key, num steps) {
    OTHER
    num r = 0;
    for (num i = 0; i < count && r >= 0; i++) {
        for (num left = steps; left > 0 && r >= 0; left -= greater(r, 1)) {
            Game *g = games + i;
            key = next_key(key);
            if (!DECIDES(&g->s)) {
                forget(g); /* that there are none, as long as chance was next */
                r = RESTING[g->s.pc] == '3' ? restart(g, (num)mixed(key)) : one_settle(&g->s);
            }
            if (r < 0 || !DECIDES(&g->s)) continue; /* a game without a decision */
            num n = options_of(g, other)->n;
            r = n <= 0 ? n : pick(g, picked(key, n), mixed(key), left, other);
        }
    }
    free(other);
    return r < 0 ? (int)r : 0;
}
