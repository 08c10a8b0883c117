"""Numbers of options and values -> names and sentences in English and German, and back from what somebody typed."""
