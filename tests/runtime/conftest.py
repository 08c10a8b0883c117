"""Hypothesis without a clock: a busy machine is no fault."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("runtime", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("runtime")
