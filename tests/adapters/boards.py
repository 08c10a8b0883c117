"""Games on boards that OpenSpiel has too."""

from __future__ import annotations

import random
import re
from typing import Any

from adapters.oracle import Ours, Pair, draughts, grid, line, nim, pyspiel, squares


class Chess(Pair):
    """Both sides in long algebraic notation."""

    def their_moves(self, other: Any) -> dict[str, int]:
        board = other.board()
        return {pyspiel.chess.action_to_move(action, board).to_lan(): action for action in other.legal_actions()}

    def mine(self, name: str, ours: Any) -> str:
        verb, *args = re.findall(r"\w+", name)
        row = "18"[ours.seat()]
        match verb:
            case "step":
                return "".join(args)
            case "promote":
                return f"{args[0]}{args[1]}{'n' if args[2] == 'knight' else args[2][0]}"
            case "castle":
                return f"e{row}{'g' if args[0] == 'king_side' else 'c'}{row}"
            case _:
                return f"{args[0]}{self.skipped(ours)}"

    def skipped(self, ours: Any) -> str:
        state = ours.state if hasattr(ours.state, "view") else ours.state.record.state
        at = next(i for i, variable in enumerate(state.game.program.variables) if variable.name == "skipped")
        number = state.view("public").variables[at][0]
        return f"{'abcdefgh'[number % 8]}{number // 8 + 1}"


class Amazons(Pair):
    """A turn of ours is three actions of theirs: whence, whither, and where the arrow goes."""

    def turn(self, ours: Ours, other: Any, rng: random.Random) -> None:
        names = {}
        for a in other.legal_actions():
            one = other.child(a)
            for b in one.legal_actions():
                names.update(
                    {f"move_and_shoot({sq(a)}, {sq(b)}, {sq(s)})": (a, b, s) for s in one.child(b).legal_actions()}
                )
        mine = ours.legal()
        assert names.keys() == set(mine)
        said = rng.choice(sorted(mine))
        ours.play(said)
        for action in names[said]:
            other.apply_action(action)


def sq(action: int) -> str:
    return f"{'abcdefghij'[action % 10]}{10 - action // 10}"


BOARDS: dict[str, Pair] = {
    "tic_tac_toe": Pair(theirs="tic_tac_toe", move=lambda said, action, seat: f"put_mark({grid(said)})", games=30),
    "connect_four": Pair(theirs="connect_four", move=lambda said, action, seat: f"drop({action + 1})", games=20),
    "nim": Pair(theirs="nim", move=nim, games=30),
    "hex": Pair(theirs="hex", move=lambda said, action, seat: f"place_stone({said})", games=2),
    "havannah": Pair(theirs="havannah(board_size=8)", move=lambda said, action, seat: f"place_stone({said})", games=1),
    "othello": Pair(
        theirs="othello", move=lambda said, action, seat: "pass" if "pass" in said else f"place_disc({said})", games=4
    ),
    "breakthrough": Pair(theirs="breakthrough", move=squares("step"), games=4),
    "checkers": Pair(theirs="checkers", move=draughts, games=4),
    "mancala": Pair(
        theirs="mancala",
        move=lambda said, action, seat: f"sow(s{action})" if action < 7 else f"sow(n{action - 7})",
        games=8,
    ),
    "dots_and_boxes": Pair(theirs="dots_and_boxes", move=line, games=20),
    "amazons": Amazons(theirs="amazons", games=1),
    "chess": Chess(theirs="chess", first=1, games=1),
}
