import { describe, expect, test } from "vitest";
import { EMPTY_WALL, END_TURNS, turn, type Wall, type WallEpisode } from "./live-wall.logic.ts";

const episode = (id: string, taskKey = `task of ${id}`, stepCount = 2): WallEpisode => ({
  id,
  taskKey,
  stepCount,
});
const always = () => true;
const idsOf = (wall: Wall) => wall.tiles.map((tile) => tile.episode.id);

describe("the wall", () => {
  test("begins with the newest episodes, each of another task where there is one", () => {
    const newest = [episode("e5", "t1"), episode("e4", "t1"), episode("e3", "t2"), episode("e2", "t1")];
    const wall = turn(EMPTY_WALL, { newest, size: 3, drawn: always });
    expect(idsOf(wall)).toEqual(["e5", "e3", "e4"]);
    expect(wall.tiles.every(({ index, again }) => index === 0 && !again)).toBe(true);
  });

  test("shows every step and the end, stays there, and then takes what has come meanwhile", () => {
    let wall = turn<WallEpisode>(EMPTY_WALL, { newest: [episode("e1")], size: 1, drawn: always });
    const shown: string[] = [];
    for (let count = 0; count < 2 + END_TURNS + 1; count += 1) {
      wall = turn(wall, { newest: [episode("e2"), episode("e1")], size: 1, drawn: always });
      shown.push(`${wall.tiles[0]?.episode.id} ${wall.tiles[0]?.index}`);
    }
    expect(shown).toEqual(["e1 1", "e1 2", ...Array(END_TURNS).fill("e1 2"), "e2 0"]);
  });

  test("waits for a picture that has not arrived, and only for that one", () => {
    const newest = [episode("e1"), episode("e2")];
    const first = turn<WallEpisode>(EMPTY_WALL, { newest, size: 2, drawn: always });
    const next = turn(first, { newest, size: 2, drawn: (place) => place === 1 });
    expect(next.tiles.map(({ index }) => index)).toEqual([0, 1]);
  });

  test("plays again, and says so, when nothing newer has come; never two of one at a time", () => {
    const newest = [episode("e1", "t", 1), episode("e2", "t", 1)];
    let wall: Wall = EMPTY_WALL;
    for (let count = 0; count < 20; count += 1) {
      wall = turn(wall, { newest, size: 2, drawn: always });
      expect(new Set(idsOf(wall)).size).toBe(2);
    }
    expect(wall.tiles.every(({ again }) => again)).toBe(true);
  });

  test("leaves out episodes without a step, and has no tile where there is none to show", () => {
    const newest = [episode("e1", "t", 0), episode("e2")];
    expect(idsOf(turn<WallEpisode>(EMPTY_WALL, { newest, size: 4, drawn: always }))).toEqual(["e2"]);
  });
});
