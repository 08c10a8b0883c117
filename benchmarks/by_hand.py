"""Three games as somebody would write them by hand in Python, with plain lists: the yardstick for generated Python.

Each function plays one game with uniformly random options and gives how many were played.
"""

from __future__ import annotations

import random

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def tic_tac_toe(rng: random.Random) -> int:
    """Three in a row on nine squares."""
    board, player, n = [0] * 9, 1, 0
    while True:
        moves = [i for i in range(9) if board[i] == 0]
        if not moves:
            return n
        board[rng.choice(moves)] = player
        n += 1
        for a, b, c in LINES:
            if board[a] == player and board[b] == player and board[c] == player:
                return n
        player = 3 - player


def connect_four(rng: random.Random) -> int:
    """Seven columns, six rows; the line is looked for around the last disc."""
    board, player, n = [[0] * 7 for _ in range(6)], 1, 0
    while True:
        moves = [c for c in range(7) if board[5][c] == 0]
        if not moves:
            return n
        column, row = rng.choice(moves), 0
        while board[row][column] != 0:
            row += 1
        board[row][column] = player
        n += 1
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                r, c = row + sign * down, column + sign * right
                while 0 <= r < 6 and 0 <= c < 7 and board[r][c] == player:
                    count += 1
                    r += sign * down
                    c += sign * right
            if count >= 4:
                return n
        player = 3 - player


def breakthrough(rng: random.Random) -> int:
    """Eight by eight, sixteen men a side."""
    board = [[0] * 8 for _ in range(8)]
    for c in range(8):
        board[0][c] = board[1][c] = 1
        board[6][c] = board[7][c] = 2
    left, player, n = [0, 16, 16], 1, 0
    while True:
        ahead = 1 if player == 1 else -1
        moves = []
        for r in range(8):
            row = board[r]
            for c in range(8):
                if row[c] == player:
                    to = board[r + ahead]
                    if to[c] == 0:
                        moves.append((r, c, r + ahead, c))
                    if c > 0 and to[c - 1] != player:
                        moves.append((r, c, r + ahead, c - 1))
                    if c < 7 and to[c + 1] != player:
                        moves.append((r, c, r + ahead, c + 1))
        r, c, r2, c2 = rng.choice(moves)
        n += 1
        other = 3 - player
        if board[r2][c2] == other:
            left[other] -= 1
        board[r2][c2] = player
        board[r][c] = 0
        if r2 == (7 if player == 1 else 0) or left[other] == 0:
            return n
        player = other


GAMES = {"tic_tac_toe": tic_tac_toe, "connect_four": connect_four, "breakthrough": breakthrough}
