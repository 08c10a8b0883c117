"""From a Spec to a Flow (`flow/`) in `lower/`, and to a faster one in `passes/`; beside them what all ask of a Flow."""
