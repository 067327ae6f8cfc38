/**
 * A part of the console's code could not be loaded: the connection is gone, or another release has
 * taken the place of the one that this page belongs to, and with it the files.
 */
export class PartLoadError extends Error {
  override readonly name = 'PartLoadError';
}

/** Loads code on demand. Throws `PartLoadError` when it does not come. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new PartLoadError('A part of the console could not be loaded.', { cause });
  }
}
