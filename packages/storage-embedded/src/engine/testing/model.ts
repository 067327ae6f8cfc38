import { compareKeys } from '../index/key-range.ts';
import type { Versioning } from '../types.ts';

export interface ModelVersion {
  readonly versionId: string;
  readonly content: string;
  readonly marker: boolean;
  readonly tags: Readonly<Record<string, string>>;
}

/** Reference model of a bucket, in the simplest form: versions per key, newest first. */
export class BucketModel {
  readonly keys = new Map<string, ModelVersion[]>();
  versioning: Versioning = 'off';

  #versions(key: string): ModelVersion[] {
    const known = this.keys.get(key) ?? [];
    this.keys.set(key, known);
    return known;
  }

  #add(key: string, version: ModelVersion): void {
    const kept = this.#versions(key).filter(
      (one) => version.versionId !== 'null' || one.versionId !== 'null',
    );
    this.keys.set(key, [version, ...kept]);
  }

  put(key: string, content: string, versionId: string): void {
    this.#add(key, { versionId, content, marker: false, tags: {} });
  }

  tag(key: string, versionId: string, tags: Record<string, string>): void {
    const versions = this.#versions(key);
    this.keys.set(
      key,
      versions.map((one) => (one.versionId === versionId ? { ...one, tags } : one)),
    );
  }

  delete(key: string, versionId: string | undefined, markerId: string | undefined): void {
    if (versionId === undefined && this.versioning !== 'off') {
      this.#add(key, { versionId: markerId ?? 'null', content: '', marker: true, tags: {} });
      return;
    }
    const gone = versionId ?? 'null';
    const left = this.#versions(key).filter((one) => one.versionId !== gone);
    if (left.length > 0) {
      this.keys.set(key, left);
    } else {
      this.keys.delete(key);
    }
  }

  /** Returns the keys that have versions, in byte order. */
  sortedKeys(): string[] {
    return [...this.keys]
      .filter(([, versions]) => versions.length > 0)
      .map(([key]) => key)
      .sort(compareKeys);
  }
}
