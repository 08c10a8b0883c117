"""Our games in other people's libraries.  Nothing here is imported by the rest of Regelwerk; each module needs its own package."""
