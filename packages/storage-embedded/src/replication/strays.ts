import type { Work } from './work.ts';

const MOST = 10_000;

type Version = Pick<Work, 'bucket' | 'key' | 'versionId'>;

/**
 * Ids assigned by targets to versions that were deleted here while they were sent: the deletion was
 * queued before they were known.
 */
export class Strays {
  readonly #ids = new Map<string, string>();

  add(version: Version, arn: string, id: string): void {
    const [oldest] = this.#ids.keys();
    if (this.#ids.size >= MOST && oldest !== undefined) {
      this.#ids.delete(oldest);
    }
    this.#ids.set(nameOf(version, arn), id);
  }

  take(version: Version, arn: string): string | undefined {
    const name = nameOf(version, arn);
    const id = this.#ids.get(name);
    this.#ids.delete(name);
    return id;
  }
}

function nameOf({ bucket, key, versionId }: Version, arn: string): string {
  return `${arn}/${bucket}/${versionId}/${key}`;
}
