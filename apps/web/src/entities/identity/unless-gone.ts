import { isNotFound } from '#web/lib/api/api-error.ts';

/** What came of a deletion; 'gone' where somebody else was faster. */
export async function unlessGone(deletion: Promise<unknown>): Promise<'done' | 'gone'> {
  try {
    await deletion;
    return 'done';
  } catch (error) {
    if (isNotFound(error)) return 'gone';
    throw error;
  }
}
