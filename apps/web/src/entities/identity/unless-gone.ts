import { isNotFound } from '#web/lib/api/api-error.ts';

/** Returns the result of a deletion; 'gone' if somebody else was faster. */
export async function unlessGone(deletion: Promise<unknown>): Promise<'done' | 'gone'> {
  try {
    await deletion;
    return 'done';
  } catch (error) {
    if (isNotFound(error)) return 'gone';
    throw error;
  }
}
