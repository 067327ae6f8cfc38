import { UNATTENDED_HEADER } from '@stowage/contract/endpoint';
import { useEffect } from 'react';

/** So long after somebody did something here, what the page asks by itself is still for them. */
const ATTENTION_MS = 60_000;
/** Not focus, scrolling or a visible page: pages do all of that by themselves. */
const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'input', 'click'] as const;

let actedAt = Date.now();
let kept = 0;

for (const sign of SIGNS) {
  const note = () => {
    actedAt = Date.now();
  };
  window.addEventListener(sign, note, { capture: true, passive: true });
}

/** Whether a call is made by a clock, with nobody there: it does not keep the session from ending unused. */
export function isUnattended(): boolean {
  return kept === 0 && Date.now() - actedAt > ATTENTION_MS;
}

/** Tells the server so. */
export function attendanceHeader(unattended: boolean): Readonly<Record<string, string>> {
  return unattended ? { [UNATTENDED_HEADER]: '1' } : {};
}

/** While this holds, calls are for somebody although nobody touches the page: work runs, or it hangs on a wall. */
export function useAttended(holds: boolean): void {
  useEffect(() => {
    if (!holds) return;
    kept += 1;
    return () => {
      kept -= 1;
    };
  }, [holds]);
}
