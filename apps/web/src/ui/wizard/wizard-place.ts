/** What the wizard's frame needs to know about a step. */
export interface StepState {
  readonly id: string;
  /** Why the step is incomplete; undefined if it is complete. */
  readonly missing?: string | undefined;
  /** Whether continuing from it requires an action, such as querying a server. */
  readonly leave?: unknown;
}

/** The open step of a wizard, and the visited ones. */
export interface WizardPlace {
  readonly at: string;
  /** In the order of the first visit, including the current step. */
  readonly visited: readonly string[];
}

/** 'ordered': each step requires those before it. 'free': steps can be opened in any order. */
export type WizardOrder = 'ordered' | 'free';

export type StepMark = 'current' | 'done' | 'wrong' | 'ahead';

/**
 * Returns the index of the open step. Steps come and go depending on other choices: if the open one
 * is gone, the last visited one replaces it.
 */
export function openIndex(steps: readonly StepState[], { at, visited }: WizardPlace): number {
  const indexOf = (id: string) => steps.findIndex((step) => step.id === id);
  const index = indexOf(at);
  if (index >= 0) return index;
  return Math.max(0, indexOf(visited.findLast((id) => indexOf(id) >= 0) ?? ''));
}

/** Returns the place after opening a step. */
export function moved({ visited }: WizardPlace, to: string): WizardPlace {
  return { at: to, visited: visited.includes(to) ? visited : [...visited, to] };
}

/** Returns how a step is marked in the list of steps. */
export function stepMark(steps: readonly StepState[], place: WizardPlace, index: number): StepMark {
  const step = steps[index];
  if (step === undefined || index === openIndex(steps, place)) return 'current';
  if (!place.visited.includes(step.id)) return 'ahead';
  return step.missing === undefined ? 'done' : 'wrong';
}

/**
 * Whether a step can be opened from the list of steps. Earlier ones always can; later ones if every
 * step in between is complete and requires no action and, in an ordered wizard, if they have been
 * visited.
 */
export function canOpen(
  steps: readonly StepState[],
  place: WizardPlace,
  index: number,
  order: WizardOrder,
): boolean {
  const open = openIndex(steps, place);
  if (index <= open || order === 'free') return true;
  const between = steps.slice(open, index);
  const known = place.visited.includes(steps[index]?.id ?? '');
  return (
    known && between.every(({ missing, leave }) => missing === undefined && leave === undefined)
  );
}
