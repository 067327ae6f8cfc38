/**
 * Thrown when part of the console's code cannot be loaded: the connection is down, or another
 * release has replaced this page's and its files.
 */
export class PartLoadError extends Error {
  override readonly name = 'PartLoadError';
}

/** Loads code on demand. Throws `PartLoadError` if that fails. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new PartLoadError('A part of the console could not be loaded.', { cause });
  }
}
