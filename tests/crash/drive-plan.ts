import { seeded } from './content.ts';
import { SLOTS } from './mounts.ts';
import { pick, type Random } from './steps.ts';
import type { Happening } from './writer-plan.ts';

/** At least one drive always remains. */
const MAX_AWAY = 3;
const FEWEST_STEPS = 40;
const MORE_STEPS = 160;

/**
 * Events that affect the index between processes: the data directory is copied ('keep') or restored
 * as from a backup, the index is deleted, gets another modification time, or loses its last
 * transactions as after a power loss.
 */
const INDEX_EVENTS = ['keep', 'older', 'delete', 'touch', 'recall'] as const;
export type IndexEvent = (typeof INDEX_EVENTS)[number];

/** A session of the store, and the preceding events. */
export interface Session {
  /** A writer in a separate process, or a complete read with upkeep. */
  readonly kind: 'load' | 'look';
  readonly index: readonly IndexEvent[];
  readonly before: readonly Happening[];
  readonly during: readonly Happening[];
  readonly steps: number;
  readonly end: 'kill' | 'close';
  /** Whether at most one drive is ever away during the session, so that nothing may be refused. */
  readonly calm: boolean;
}

/** Tracks which drives are away while a plan is made. */
class Moves {
  readonly #random: Random;
  readonly #away = new Set<number>();
  /** Drives that were away at any time since this was last cleared. */
  readonly missed = new Set<number>();

  constructor(random: Random) {
    this.#random = random;
  }

  begin(): void {
    this.missed.clear();
    for (const slot of this.#away) {
      this.missed.add(slot);
    }
  }

  next(after: number): Happening {
    const away = [...this.#away];
    const there = SLOTS.filter((slot) => !this.#away.has(slot));
    const back = away.length === MAX_AWAY || (away.length > 0 && this.#random() < 0.5);
    const slot = pick(this.#random, back ? away : there) ?? 1;
    if (back) {
      this.#away.delete(slot);
      return { after, act: 'back', slot };
    }
    this.#away.add(slot);
    this.missed.add(slot);
    return { after, act: this.#random() < 0.5 ? 'take' : 'empty', slot };
  }
}

function planSession(random: Random, moves: Moves, first: boolean): Session {
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const some = (most: number): readonly undefined[] => Array.from({ length: upTo(most) });
  const before = first ? [] : some(2).map(() => moves.next(0));
  moves.begin();
  const kind = first || random() < 0.6 ? 'load' : 'look';
  const steps = FEWEST_STEPS + upTo(MORE_STEPS);
  const times = some(3).map(() => 1 + upTo(steps - 2));
  times.sort((a, b) => a - b);
  const during = times.flatMap((after): readonly Happening[] => {
    if (random() < 0.2) {
      return [{ after, act: 'remember', slot: 0 }];
    }
    const move = moves.next(after);
    return random() < 0.6 ? [move, { after, act: 'poll', slot: 0 }] : [move];
  });
  const index = first ? [] : some(2).flatMap(() => pick(random, INDEX_EVENTS) ?? []);
  const end = random() < 0.7 ? 'kill' : 'close';
  return { kind, index, before, during, steps, end, calm: moves.missed.size <= 1 };
}

/** Returns the sessions of a round, which depend only on the seed. */
export function planRound(seed: number): readonly Session[] {
  const random = seeded(seed);
  const moves = new Moves(random);
  const count = 4 + Math.floor(random() * 5);
  return Array.from({ length: count }, (_, i) => planSession(random, moves, i === 0));
}
