import { checkRevision, revisionOf } from '../../changes/revision.ts';
import type { SettingTurns, Turn } from './setting-turns.ts';

/** A change of a setting that is replaced as a whole. */
export interface Change<State, Result> extends Turn {
  readonly turns: SettingTurns;
  /** The state that the caller saw; undefined: whatever it is. */
  readonly revision: string | undefined;
  /** The state as stored; `revisionOf` it is what the caller was given. */
  read(): Promise<State>;
  /** Not given up when the caller goes away: half a change helps nobody. */
  write(): Promise<Result>;
}

/**
 * Makes the change unless somebody else was faster.
 * @throws ConsoleError ChangedMeanwhile
 */
export function changeSetting<State, Result>({
  turns,
  revision,
  read,
  write,
  ...turn
}: Change<State, Result>): Promise<Result> {
  return turns.take(turn, async ({ check }) => {
    if (revision !== undefined) checkRevision(revision, revisionOf(await read()));
    await check();
    return write();
  });
}
