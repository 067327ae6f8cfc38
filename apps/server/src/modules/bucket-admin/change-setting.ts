import { checkRevision, revisionOf } from '../../changes/revision.ts';
import type { SettingTurns, Turn } from './setting-turns.ts';

/** A change of a setting that is replaced as a whole. */
export interface Change<State, Result> extends Turn {
  readonly turns: SettingTurns;
  /** The revision that the caller saw; undefined to change any state. */
  readonly revision: string | undefined;
  /** The state as stored; the caller was given its `revisionOf`. */
  read(): Promise<State>;
  /** Not aborted when the caller disconnects: half a change is of no use. */
  write(): Promise<Result>;
}

/**
 * Makes the change unless the state has changed meanwhile.
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
