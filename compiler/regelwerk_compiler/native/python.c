/* ---- For CPython: the same calls on its own lists, without an array in between.  Built only where its symbols are at hand (-DPYTHON). ---- */
#if defined(PYTHON)
typedef struct PyObject PyObject;
typedef PyObject *Fast(PyObject *, PyObject *const *, intptr_t);
typedef struct { const char *name; Fast *call; int flags; const char *doc; } Method;
extern PyObject _Py_NoneStruct;
extern void Py_IncRef(PyObject *);
extern void Py_DecRef(PyObject *);
extern intptr_t PyList_Size(PyObject *);
extern PyObject *PyList_GetItem(PyObject *, intptr_t);
extern int PyList_SetItem(PyObject *, intptr_t, PyObject *);
extern PyObject *PyList_New(intptr_t);
extern PyObject *PyList_GetSlice(PyObject *, intptr_t, intptr_t);
extern int PyList_SetSlice(PyObject *, intptr_t, intptr_t, PyObject *);
extern intptr_t PyTuple_Size(PyObject *);
extern PyObject *PyTuple_GetItem(PyObject *, intptr_t);
extern PyObject *PyTuple_New(intptr_t);
extern int PyTuple_SetItem(PyObject *, intptr_t, PyObject *);
extern long long PyLong_AsLongLong(PyObject *);
extern unsigned long long PyLong_AsUnsignedLongLongMask(PyObject *);
extern PyObject *PyLong_FromLongLong(long long);
extern PyObject *PyLong_FromUnsignedLongLong(unsigned long long);
extern PyObject *PyErr_Occurred(void);
extern void PyErr_Clear(void);
extern void PyErr_SetString(PyObject *, const char *);
extern PyObject *PyExc_OverflowError;
extern PyObject *PyCFunction_NewEx(Method *, PyObject *, PyObject *);
extern PyObject *PyObject_CallObject(PyObject *, PyObject *);

/* What could not be done here is handed over: `otherwise(why, call, *arguments)` raises, or does it in another way. */
static PyObject *hand_over(PyObject *otherwise, int why, int call, PyObject *const *args, intptr_t n) {
    PyObject *given = PyTuple_New(n + 2);
    if (!given) return 0;
    PyTuple_SetItem(given, 0, PyLong_FromLongLong(why));
    PyTuple_SetItem(given, 1, PyLong_FromLongLong(call));
    for (intptr_t i = 0; i < n; i++) {
        Py_IncRef(args[i]);
        PyTuple_SetItem(given, i + 2, args[i]);
    }
    PyObject *result = PyObject_CallObject(otherwise, given);
    Py_DecRef(given);
    return result;
}
static int read_vector(PyObject *list, num *v) {
    PyObject *(*item)(PyObject *, intptr_t) = PyList_GetItem;
    intptr_t n = PyList_Size(list);
    if (n < 0) {
        PyErr_Clear();
        item = PyTuple_GetItem;
        n = PyTuple_Size(list);
        if (n < 0) { PyErr_Clear(); return BROKEN; }
    }
    if (n != WORDS) return BROKEN;
    for (intptr_t i = 0; i < n; i++)
        v[i] = i == 2 ? (num)PyLong_AsUnsignedLongLongMask(item(list, i)) : (num)PyLong_AsLongLong(item(list, i));
    if (PyErr_Occurred()) { PyErr_Clear(); return BROKEN; }
    return 0;
}
static PyObject *number_object(num x, int cell) {
    return cell == 2 ? PyLong_FromUnsignedLongLong((unsigned long long)x) : PyLong_FromLongLong(x);
}
/* A vector as a list of Python; 0: an error is set, and nothing half-made is handed out. */
static PyObject *list_object(const num *v) {
    PyObject *list = PyList_New(WORDS);
    for (int i = 0; list && i < WORDS; i++) {
        PyObject *x = number_object(v[i], i);
        if (!x) { Py_DecRef(list); return 0; }
        PyList_SetItem(list, i, x);
    }
    return list;
}
/* Numbers of options are objects that are made once: most come again at every turn. */
static PyObject *option_object(num x) {
    static PyObject *made[MADE];
    if (x < 0 || x >= MADE) return PyLong_FromLongLong(x);
    if (!made[x] && !(made[x] = PyLong_FromLongLong(x))) return 0;
    Py_IncRef(made[x]);
    return made[x];
}
static PyObject *options_object(const num *numbers, int n) {
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) {
        PyObject *x = option_object(numbers[i]);
        if (!x) { Py_DecRef(list); return 0; }
        PyList_SetItem(list, i, x);
    }
    return list;
}
static int write_vector(PyObject *list, const num *old, const num *v) {
    for (int i = 0; i < WORDS; i++) {
        PyObject *x = old[i] != v[i] ? number_object(v[i], i) : 0;
        if (old[i] != v[i] && (!x || PyList_SetItem(list, i, x) < 0)) return -1;
    }
    return 0;
}
static int read_number(PyObject *x, num *n) {
    *n = PyLong_AsLongLong(x);
    if (*n == -1 && PyErr_Occurred()) { PyErr_Clear(); return BROKEN; }
    return 0;
}
static PyObject *nothing(void) {
    Py_IncRef(&_Py_NoneStruct);
    return &_Py_NoneStruct;
}
static PyObject *py_start(PyObject *self, PyObject *const *args, intptr_t n) {
    num v[WORDS], seed;
    int r = n == 1 ? 0 : BROKEN;
    if (r == 0) {
        seed = (num)PyLong_AsUnsignedLongLongMask(args[0]);
        if (PyErr_Occurred()) return 0;
        r = regelwerk_start(v, seed);
    }
    return r < 0 ? hand_over(self, r, 0, args, n) : list_object(v);
}
static PyObject *py_options(PyObject *self, PyObject *const *args, intptr_t n) {
    num v[WORDS];
    int r = n == 1 ? read_vector(args[0], v) : BROKEN;
    if (r < 0) return hand_over(self, r, 1, args, n);
    num small[256], *out = small;
    if (MOST_OPTIONS > 256 && !(out = malloc(MOST_OPTIONS * sizeof(num)))) return hand_over(self, NO_MEMORY, 1, args, n);
    PyObject *list = 0;
    r = regelwerk_options(v, out);
    if (r >= 0) list = options_object(out, r);
    if (out != small) free(out);
    return r < 0 ? hand_over(self, r, 1, args, n) : list;
}
static PyObject *py_outcomes(PyObject *self, PyObject *const *args, intptr_t n) {
    num v[WORDS], out[MOST_OUTCOMES], weights[MOST_OUTCOMES];
    int r = n == 1 ? read_vector(args[0], v) : BROKEN;
    if (r >= 0) r = regelwerk_outcomes(v, out, weights);
    if (r < 0) return hand_over(self, r, 2, args, n);
    PyObject *list = PyList_New(r);
    for (int i = 0; list && i < r; i++) {
        PyObject *pair = PyTuple_New(2);
        if (!pair) { Py_DecRef(list); return 0; }
        PyTuple_SetItem(pair, 0, PyLong_FromLongLong(out[i]));
        PyTuple_SetItem(pair, 1, PyLong_FromLongLong(weights[i]));
        PyList_SetItem(list, i, pair);
    }
    return list;
}
static PyObject *py_play(PyObject *self, PyObject *const *args, intptr_t n) {
    num old[WORDS], v[WORDS], number = 0;
    int r = n == 2 ? read_vector(args[0], old) : BROKEN;
    if (r >= 0) r = read_number(args[1], &number);
    if (r >= 0) {
        memcpy(v, old, sizeof v);
        r = regelwerk_play(v, number);
    }
    if (r < 0) return hand_over(self, r, 3, args, n);
    return write_vector(args[0], old, v) < 0 ? 0 : nothing();
}
static PyObject *py_toss(PyObject *self, PyObject *const *args, intptr_t n) {
    num old[WORDS], v[WORDS], number = 0;
    int r = n == 1 ? read_vector(args[0], old) : BROKEN;
    if (r >= 0) {
        memcpy(v, old, sizeof v);
        r = regelwerk_toss(v, &number);
        if (r == REFUSED(NO_OUTCOME) && write_vector(args[0], old, v) < 0) return 0;
    }
    if (r < 0) return hand_over(self, r, 4, args, n);
    return write_vector(args[0], old, v) < 0 ? 0 : PyLong_FromLongLong(number);
}
static PyObject *py_settle(PyObject *self, PyObject *const *args, intptr_t n) {
    num old[WORDS], v[WORDS];
    int r = n == 1 ? read_vector(args[0], old) : BROKEN;
    if (r >= 0 && RESTING[old[0] >= 0 && old[0] < BLOCKS ? old[0] : 0] == '1') return nothing();
    if (r >= 0) {
        memcpy(v, old, sizeof v);
        r = regelwerk_settle(v);
    }
    if (r < 0) return hand_over(self, r, 5, args, n);
    return write_vector(args[0], old, v) < 0 ? 0 : nothing();
}
/* function number, vector, arguments; whoever calls has looked at the intervals of the arguments */
static PyObject *py_evaluate(PyObject *self, PyObject *const *args, intptr_t n) {
    num v[WORDS], given[32], which = 0, out[MOST_WORDS];
    int r = n >= 2 && n - 2 <= 32 ? read_vector(args[1], v) : BROKEN;
    if (r >= 0) r = read_number(args[0], &which);
    for (intptr_t i = 2; r >= 0 && i < n; i++) r = read_number(args[i], &given[i - 2]);
    if (r >= 0) r = regelwerk_evaluate(v, (int)which, given, out);
    return r < 0 ? hand_over(self, r, 6, args, n) : PyLong_FromLongLong(out[0]);
}

static Method METHODS[] = {
    {"start", py_start, 0x80, 0},       {"options", py_options, 0x80, 0},
    {"outcomes", py_outcomes, 0x80, 0}, {"play", py_play, 0x80, 0},
    {"toss", py_toss, 0x80, 0},         {"settle", py_settle, 0x80, 0},
    {"evaluate", py_evaluate, 0x80, 0},
};
/* The calls above as a list of functions of Python; `otherwise` is called for what could not be done. */
EXPORT PyObject *regelwerk_python(PyObject *otherwise) {
    int n = (int)(sizeof METHODS / sizeof *METHODS);
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) PyList_SetItem(list, i, PyCFunction_NewEx(&METHODS[i], otherwise, 0));
    return list;
}

/* ---- One game that C keeps: its functions are bound to a capsule in which its state lies. ---- */
typedef struct {
    State s;
    PyObject *otherwise, *list; /* a list of the options that were asked for last, if the next ones were alike */
    int n, at;                  /* how many they were, and where they stand */
    num listed[2][MOST_OPTIONS];
} Kept;
typedef PyObject *Plain(PyObject *, PyObject *);
extern PyObject *PyCapsule_New(void *, const char *, void (*)(PyObject *));
extern void *PyCapsule_GetPointer(PyObject *, const char *);

static Kept *kept(PyObject *capsule) { return PyCapsule_GetPointer(capsule, 0); }
static void let_go(PyObject *capsule) {
    Kept *k = kept(capsule);
    Py_DecRef(k->otherwise);
    Py_DecRef(k->list);
    free(k);
}
static PyObject *vector_object(const State *s) {
    num v[WORDS];
    save(s, v);
    return list_object(v);
}
/* What C could not do is done on a vector, which is then read again; 0: an error is set. */
static PyObject *kept_otherwise(Kept *k, int why, int call, PyObject *argument) {
    num v[WORDS];
    PyObject *args[2] = {vector_object(&k->s), argument};
    if (!args[0]) return 0;
    PyObject *result = hand_over(k->otherwise, why, call, args, argument ? 2 : 1);
    State after;
    if (result && call != 1 && (read_vector(args[0], v) < 0 || load(&after, v) < 0)) {
        PyErr_SetString(PyExc_OverflowError, "C cannot keep this position");
        Py_DecRef(result);
        result = 0;
    } else if (result && call != 1) {
        k->s = after;
    }
    Py_DecRef(args[0]);
    return result;
}
static PyObject *kept_settled(Kept *k) {
    State before = k->s;
    int r = one_settle(&k->s);
    if (r >= 0) return nothing();
    k->s = before;
    return kept_otherwise(k, r, 5, 0);
}
static PyObject *kept_options(PyObject *self, PyObject *none) {
    Kept *k = kept(self);
    (void)none;
    num *old = k->listed[k->at], *now = k->listed[!k->at];
    int n = one_list(&k->s, now), m = k->n, first = 0, last = 0;
    if (n < 0) return kept_otherwise(k, n, 1, 0);
    k->at = !k->at;
    k->n = n;
    while (first < n && first < m && now[first] == old[first]) first++;
    while (last < n - first && last < m - first && now[n - 1 - last] == old[m - 1 - last]) last++;
    /* a list that is much like the last one is a copy of that, with another middle */
    int alike = 2 * (first + last) > n;
    PyObject *list = k->list && alike ? 0 : options_object(now, n);
    if (k->list && alike) {
        PyObject *middle = options_object(now + first, n - first - last);
        if (!middle || PyList_SetSlice(k->list, first, m - last, middle) < 0) k->n = 0;
        Py_DecRef(middle);
    } else {
        Py_DecRef(k->list);
        k->list = alike ? list : 0;
        if (!alike || !list) return list;
    }
    return k->n == n ? PyList_GetSlice(k->list, 0, n) : 0;
}
static PyObject *kept_play(PyObject *self, PyObject *number) {
    Kept *k = kept(self);
    State before = k->s;
    num n = 0;
    int r = read_number(number, &n);
    if (r == 0) r = DECIDES(&k->s) ? one_settled_play(&k->s, n) : BROKEN;
    if (r == 0) return nothing();
    k->s = before;
    PyObject *done = kept_otherwise(k, r, 3, number);
    if (!done) return 0;
    Py_DecRef(done);
    return kept_settled(k);
}
static PyObject *kept_restart(PyObject *self, PyObject *seed) {
    Kept *k = kept(self);
    State before = k->s;
    num n = (num)PyLong_AsUnsignedLongLongMask(seed);
    if (PyErr_Occurred()) return 0;
    int r = one_start(&k->s, n);
    if (r == 0) return kept_settled(k);
    k->s = before;
    return kept_otherwise(k, r, 0, seed);
}
static PyObject *kept_vector(PyObject *self, PyObject *none) {
    (void)none;
    return vector_object(&kept(self)->s);
}
static Method KEPT[] = {
    {"options", (Fast *)(void (*)(void))kept_options, 0x4, 0}, {"play", (Fast *)(void (*)(void))kept_play, 0x8, 0},
    {"restart", (Fast *)(void (*)(void))kept_restart, 0x8, 0}, {"vector", (Fast *)(void (*)(void))kept_vector, 0x4, 0},
};
/* The functions of one game, which begins at `vector`; None if that is no vector of it. */
EXPORT PyObject *regelwerk_position(PyObject *otherwise, PyObject *vector) {
    num v[WORDS];
    Kept *k = malloc(sizeof *k);
    if (!k || read_vector(vector, v) < 0 || load(&k->s, v) < 0) {
        free(k);
        return nothing();
    }
    Py_IncRef(otherwise);
    k->otherwise = otherwise;
    k->list = 0;
    k->n = k->at = 0;
    PyObject *capsule = PyCapsule_New(k, 0, let_go);
    if (!capsule) {
        Py_DecRef(otherwise);
        free(k);
        return 0;
    }
    PyObject *settled = kept_settled(k);
    if (!settled) {
        Py_DecRef(capsule);
        return 0;
    }
    Py_DecRef(settled);
    int n = (int)(sizeof KEPT / sizeof *KEPT);
    PyObject *list = PyList_New(n);
    for (int i = 0; list && i < n; i++) PyList_SetItem(list, i, PyCFunction_NewEx(&KEPT[i], capsule, 0));
    Py_DecRef(capsule);
    return list;
}
#endif
