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
    *s = START;
    s->out = out;
#else
    *s = START;
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

static num one_playout(State *s, uint64_t key, Scratch *scratch) {
    BEGIN(s)
    return play_on(s, key, scratch);
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
    Scratch *scratch = malloc(sizeof *scratch);
    if (!scratch) return NO_MEMORY;
    n = one_playout(&s, key, scratch);
    free(scratch);
    if (n >= 0) save(&s, v);
    return n;
}
/* Whole games with the seeds first, first + 1, ...; how many options were played in all. */
EXPORT num regelwerk_playouts(num first, num games) {
    State s;
    num total = 0;
    Scratch *scratch = malloc(sizeof *scratch);
    if (!scratch) return NO_MEMORY;
    for (num g = 0; g < games; g++) {
        num n = one_start(&s, first + g);
        if (n >= 0) n = one_playout(&s, first_key(first + g), scratch);
        if (n < 0) { total = n; break; }
        total += n;
    }
    free(scratch);
    return total;
}
/* Games from one position to the end, each with a key of its own (and with it its own chances); how many options were played in all. */
EXPORT num regelwerk_rollouts(const num *v, uint64_t key, num games) {
    State root, s;
    num total = load(&root, v);
    if (total < 0) return total;
    Scratch *scratch = malloc(sizeof *scratch);
    if (!scratch) return NO_MEMORY;
    for (num g = 0; g < games; g++) {
        key = next_key(key);
        s = root;
        s.key = mixed(key);
        num n = one_playout(&s, mixed(key + 1), scratch);
        if (n < 0) { total = n; break; }
        total += n;
    }
    free(scratch);
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

/* Batches: `count` states behind each other, as C keeps them. */
EXPORT int regelwerk_state_size(void) { return (int)sizeof(State); }
EXPORT int regelwerk_load_many(State *states, num count, const num *v) {
    int r = 0;
    for (num i = 0; i < count && r == 0; i++) r = load(states + i, v + i * WORDS);
    return r;
}
EXPORT int regelwerk_save_many(const State *states, num count, num *v) {
    for (num i = 0; i < count; i++) save(states + i, v + i * WORDS);
    return 0;
}
EXPORT int regelwerk_start_many(State *states, num count, const num *seeds) {
    for (num i = 0; i < count; i++) {
        int r = one_start(states + i, seeds[i]);
        if (r == 0) r = one_settle(states + i);
        if (r < 0) return r;
    }
    return 0;
}
/* Games that are over begin anew, with seeds that follow from `key`; how many those were. */
EXPORT int regelwerk_renew_many(State *states, num count, uint64_t key) {
    int n = 0;
    for (num i = 0; i < count; i++) {
        if (RESTING[states[i].pc] != '3') continue;
        key = next_key(key);
        int r = one_start(states + i, (num)mixed(key));
        if (r == 0) r = one_settle(states + i);
        if (r < 0) return r;
        n++;
    }
    return n;
}
/* numbers[i] is played in state i, and chance happens until somebody decides; one that is below 0 leaves the state alone. */
EXPORT int regelwerk_step_many(State *states, num count, const num *numbers) {
    for (num i = 0; i < count; i++) {
        if (numbers[i] < 0) continue;
        if (!DECIDES(states + i)) return BROKEN;
        int r = one_settled_play(states + i, numbers[i]);
        if (r < 0) return r;
    }
    return 0;
}
/* counts[i] options of state i are written from out[i * most] on; where there are more than `most` the rest is left out. */
EXPORT int regelwerk_options_many(State *states, num count, num *out, num most, num *counts) {
    num *listed = malloc(MOST_OPTIONS * sizeof(num));
    if (!listed) return NO_MEMORY;
    int r = 0;
    for (num i = 0; i < count && r >= 0; i++) {
        if (most >= MOST_OPTIONS) r = one_list(states + i, out + i * most);
        else {
            r = one_list(states + i, listed);
            for (num k = 0; k < r && k < most; k++) out[i * most + k] = listed[k];
        }
        counts[i] = r < 0 ? 0 : r;
    }
    free(listed);
    return r < 0 ? r : 0;
}
static num one_count(State *s, num *listed) {
    BEGIN(s)
    num n = count(s);
    return n == -2 ? list(s, listed) : n;
}
static num one_number(State *s, num k, num *listed) {
    BEGIN(s)
    num number = number_of(s, k);
    if (number != -2) return number;
    int n = list(s, listed);
    return n < 0 ? n : k < n ? listed[k] : -1;
}
/* How many options each state has. */
EXPORT int regelwerk_count_many(State *states, num count, num *counts) {
    num *listed = malloc(MOST_OPTIONS * sizeof(num)), n = 0;
    if (!listed) return NO_MEMORY;
    for (num i = 0; i < count && n >= 0; i++) counts[i] = n = one_count(states + i, listed);
    free(listed);
    return n < 0 ? (int)n : 0;
}
/* The option that stands at places[i] in the list of state i is played there, and chance happens; below 0: that state is left alone. */
EXPORT int regelwerk_pick_many(State *states, num count, const num *places) {
    num *listed = malloc(MOST_OPTIONS * sizeof(num)), n = 0;
    if (!listed) return NO_MEMORY;
    for (num i = 0; i < count && n >= 0; i++) {
        if (places[i] < 0) continue;
        n = DECIDES(states + i) ? one_number(states + i, places[i], listed) : BROKEN;
        if (n == -1) n = BROKEN;
        if (n >= 0) n = one_settled_play(states + i, n);
    }
    free(listed);
    return n < 0 ? (int)n : 0;
}
/* `steps` random options in every state, chance in between; what is over begins anew.  The keys of the states follow from `key`. */
EXPORT int regelwerk_random_many(State *states, num count, uint64_t key, num steps) {
    num *listed = malloc(MOST_OPTIONS * sizeof(num)), n = 0;
    if (!listed) return NO_MEMORY;
    for (num i = 0; i < count && n >= 0; i++) {
        State *s = states + i;
        for (num k = 0; k < steps && n >= 0; k++) {
            key = next_key(key);
            if (!DECIDES(s)) {
                n = RESTING[s->pc] == '3' ? one_start(s, (num)mixed(key)) : 0;
                if (n == 0) n = one_settle(s);
                if (n < 0) break;
                if (!DECIDES(s)) continue; /* a game without a decision */
            }
            n = one_count(s, listed);
            if (n > 0) n = one_number(s, picked(key, n), listed);
            if (n >= 0) n = one_settled_play(s, n);
        }
    }
    free(listed);
    return n < 0 ? (int)n : 0;
}
