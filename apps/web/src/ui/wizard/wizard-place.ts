/** What the frame of a wizard has to know of a step. */
export interface StepState {
  readonly id: string;
  /** What keeps the step from being complete, in words; undefined when nothing does. */
  readonly missing?: string | undefined;
  /** Whether leaving it forwards takes an action, such as asking a server. */
  readonly leave?: unknown;
}

/** Where somebody is in a wizard, and where they have been. */
export interface WizardPlace {
  readonly at: string;
  /** In the order of the first visit, the present step among them. */
  readonly visited: readonly string[];
}

/** 'ordered': each step needs those before it. 'free': steps can be opened in any order. */
export type WizardOrder = 'ordered' | 'free';

export type StepMark = 'current' | 'done' | 'wrong' | 'ahead';

/**
 * The index of the step that is open. Steps come and go with what is chosen in
 * others: when the open one has gone, the last one that was visited stands in.
 */
export function openIndex(steps: readonly StepState[], { at, visited }: WizardPlace): number {
  const indexOf = (id: string) => steps.findIndex((step) => step.id === id);
  const index = indexOf(at);
  if (index >= 0) return index;
  return Math.max(0, indexOf(visited.findLast((id) => indexOf(id) >= 0) ?? ''));
}

/** The place after a step was opened. */
export function moved({ visited }: WizardPlace, to: string): WizardPlace {
  return { at: to, visited: visited.includes(to) ? visited : [...visited, to] };
}

/** How a step is marked in the list of steps. */
export function stepMark(steps: readonly StepState[], place: WizardPlace, index: number): StepMark {
  const step = steps[index];
  if (step === undefined || index === openIndex(steps, place)) return 'current';
  if (!place.visited.includes(step.id)) return 'ahead';
  return step.missing === undefined ? 'done' : 'wrong';
}

/**
 * Whether a step can be opened from the list of steps. Back always; forwards where
 * everything in between is complete and takes no action, and, in order, only where
 * somebody has been.
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
