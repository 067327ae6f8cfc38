import type { ObjectDetail } from '@stowage/contract/object-detail';
import type { RetentionMode } from '@stowage/domain/retention';
import {
  type CalendarDay,
  dayOf,
  dayProblem,
  endOfDay,
  NO_DAY,
} from '#web/entities/object/retention/calendar-day.ts';

/** A retention as entered. */
export interface RetentionDraft {
  readonly enabled: boolean;
  readonly mode: RetentionMode | '';
  readonly expires: CalendarDay;
}

type Retention = Pick<ObjectDetail, 'retention_mode' | 'retention_until_date'>;

/** What a lock allows: any change, only extension, or any change for callers who can bypass it. */
export type Hold = 'none' | 'governance' | 'compliance';

/** Returns how strictly a version is locked; an expired retention has no effect. */
export function holdOf({ retention_mode, retention_until_date }: Retention, now: Date): Hold {
  const until = Date.parse(retention_until_date ?? '');
  if (!(until > now.getTime())) return 'none';
  return retention_mode === 'compliance' ? 'compliance' : 'governance';
}

export function draftOf(retention: Retention): RetentionDraft {
  const { retention_mode: mode, retention_until_date: until } = retention;
  const known = mode === 'governance' || mode === 'compliance';
  return known
    ? { enabled: true, mode, expires: dayOf(until) }
    : { enabled: false, mode: '', expires: NO_DAY };
}

/**
 * Returns the errors in a draft, by field.
 *
 * @param floor the end of a retention that can only be extended
 */
export function draftProblems(
  { enabled, mode, expires }: RetentionDraft,
  { now, floor }: { readonly now: Date; readonly floor: string | undefined },
): { readonly mode?: 'mode'; readonly expires?: 'day' | 'past' | 'shorter' } {
  if (!enabled) return {};
  const end = endOfDay(expires);
  const isShorter = end !== undefined && floor !== undefined && Date.parse(end) < Date.parse(floor);
  const problem = isShorter ? 'shorter' : dayProblem(expires, now);
  return { ...(mode === '' && { mode: 'mode' }), ...(problem && { expires: problem }) };
}

/** Whether saving the draft would weaken the lock. */
export function weakens(draft: RetentionDraft, current: Retention, now: Date): boolean {
  const hold = holdOf(current, now);
  if (hold === 'none') return false;
  const end = endOfDay(draft.expires);
  const shorter =
    end !== undefined && Date.parse(end) < Date.parse(current.retention_until_date ?? '');
  return !draft.enabled || draft.mode !== hold || shorter;
}
