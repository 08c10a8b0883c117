/* What of a plane is linked to its starts.  It grows with each place that is added beside it; once one of them goes it is stale, and found anew
   when the next is added. */
static @SET @NAME_spread(@SET found, @SET fresh, @SET inside) {
    @SET left = fresh;
    while (@P_some(left)) {
        num i = @P_first(left, 0);
        fresh = @P_without(@P_meet(@STEPS[i], inside), found);
        found = @P_join(found, fresh);
        left = @P_join(@P_without(left, @P_bit(i)), fresh);
    }
    return found;
}
static @SET @NAME_all(const State *s, num k) {
    @SET found = @P_meet(@NAME_STARTS[k], s->@PLANE[k]);
    return @NAME_spread(found, found, s->@PLANE[k]);
}
static inline @SET @NAME_of(const State *s, num k) { return s->@NAME_stale[k] ? @NAME_all(s, k) : s->@NAME[k]; }
static inline void @NAME_change(State *s, num i, num from, num to) {
    if (from == to) return;
    if (@P_holds(s->@NAME[from], i)) {
        s->@NAME[from] = @P_from(0);
        s->@NAME_stale[from] = 1;
    }
    if (s->@NAME_stale[to]) {
        s->@NAME[to] = @NAME_all(s, to);
        s->@NAME_stale[to] = 0;
    } else if (@P_holds(@NAME_STARTS[to], i) || @P_some(@P_meet(@STEPS[i], s->@NAME[to]))) {
        s->@NAME[to] = @NAME_spread(@P_join(s->@NAME[to], @P_bit(i)), @P_bit(i), s->@PLANE[to]);
    }
}
