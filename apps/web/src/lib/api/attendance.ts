import { UNATTENDED_HEADER } from '@stowage/contract/endpoint';
import { useEffect } from 'react';

/** How long after the last user activity requests count as attended. */
const ATTENTION_MS = 60_000;
/** Not focus, scrolling or visibility: pages cause all of those without a user. */
const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input', 'click'] as const;

let actedAt = Date.now();
let kept = 0;

for (const sign of SIGNS) {
  const note = () => {
    actedAt = Date.now();
  };
  window.addEventListener(sign, note, { capture: true, passive: true });
}

/**
 * Whether a call is made by a timer while the user is away: it does not keep an idle session alive.
 */
export function isUnattended(): boolean {
  return kept === 0 && Date.now() - actedAt > ATTENTION_MS;
}

/** Returns the header that marks a call as unattended. */
export function attendanceHeader(unattended: boolean): Readonly<Record<string, string>> {
  return unattended ? { [UNATTENDED_HEADER]: '1' } : {};
}

/**
 * Makes calls count as attended while `holds` is true, even without user activity: work is in
 * progress, or the page is a wall display.
 */
export function useAttended(holds: boolean): void {
  useEffect(() => {
    if (!holds) return;
    kept += 1;
    return () => {
      kept -= 1;
    };
  }, [holds]);
}
