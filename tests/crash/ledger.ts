import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';

/** One step of a client: announced before it begins, repeated when it was acknowledged. */
export interface Step {
  readonly client: number;
  /**
   * 'delete' takes a version away, 'hide' deletes without naming one. A 'document' is
   * a user or a policy, a 'setting' one of a bucket, both taken away by number 0.
   */
  readonly kind:
    | 'put'
    | 'multipart'
    | 'tag'
    | 'delete'
    | 'hide'
    | 'document'
    | 'setting'
    | 'upload'
    | 'abort';
  readonly bucket: string;
  readonly key: string;
  /** Of put, multipart and tag: which content or tag. */
  readonly number: number;
  readonly size: number;
  /** Of tag and delete: the version; of an acknowledged put: the one it made. */
  readonly versionId?: string;
  /** Of abort, and of an acknowledged upload: which one. */
  readonly uploadId?: string;
}

/** A version as the ledger and the store tell it. */
export interface Known {
  readonly versionId: string;
  readonly number: number;
  readonly size: number;
  readonly marker: boolean;
  readonly tag: number;
}

const BUCKETS = ['plain', 'versioned'];

function nameOf(step: { bucket: string; key: string }): string {
  return `${step.bucket}/${step.key}`;
}

/** Versions of a key after a step; `versionId` stands for one that is not known yet. */
function after(versions: readonly Known[], step: Step): readonly Known[] {
  const versioned = step.bucket === 'versioned';
  const versionId = step.versionId ?? (versioned ? '?' : 'null');
  const { number, size } = step;
  if (step.kind === 'tag') {
    return versions.map((v) => (v.versionId === versionId ? { ...v, tag: number } : v));
  }
  if (step.kind === 'delete' || (step.kind === 'hide' && !versioned)) {
    return versions.filter((v) => v.versionId !== versionId);
  }
  const marker = step.kind === 'hide';
  const made: Known = marker
    ? { versionId, number: 0, size: 0, marker, tag: 0 }
    : { versionId, number, size, marker, tag: 0 };
  return versioned ? [made, ...versions] : [made];
}

function same(a: readonly Known[], b: readonly Known[]): boolean {
  return (
    a.length === b.length &&
    a.every((v, i) => {
      const w = b[i];
      const { versionId, ...rest } = v;
      return (
        w !== undefined &&
        (versionId === '?' || w.versionId === versionId) &&
        rest.number === w.number &&
        rest.size === w.size &&
        rest.marker === w.marker &&
        rest.tag === w.tag
      );
    })
  );
}

/** What was acknowledged, and what was begun when the store was killed. */
export class Ledger {
  readonly #keys = new Map<string, readonly Known[]>();
  readonly #begun = new Map<number, Step>();
  /** Documents and bucket settings by kind, bucket and name. */
  readonly #values = new Map<string, number>();
  /** Uploads that were begun with one part, and whether they were aborted. */
  readonly #uploads = new Map<string, { readonly step: Step; readonly open: boolean }>();
  acknowledged = 0;

  begin(step: Step): void {
    this.#begun.set(step.client, step);
  }

  acknowledge(step: Step): void {
    this.#begun.delete(step.client);
    this.acknowledged++;
    if (step.kind === 'document' || step.kind === 'setting') {
      this.#values.set(valueName(step), step.number);
    } else if (step.kind === 'upload' || step.kind === 'abort') {
      this.#uploads.set(step.uploadId ?? '', { step, open: step.kind === 'upload' });
    } else {
      this.#keys.set(nameOf(step), after(this.#keys.get(nameOf(step)) ?? [], step));
    }
  }

  versions(bucket: string, key: string): readonly Known[] {
    return this.#keys.get(nameOf({ bucket, key })) ?? [];
  }

  /**
   * Compares with what the store has; gives what does not agree. A step that was
   * begun and not acknowledged may have happened or not; the ledger takes over
   * which.
   */
  settle(found: ReadonlyMap<string, readonly Known[]>, store: Store): readonly string[] {
    const wrong: string[] = [];
    const begun = new Map([...this.#begun.values()].map((step) => [nameOf(step), step]));
    for (const name of new Set([...this.#keys.keys(), ...found.keys()])) {
      const is = found.get(name) ?? [];
      const was = this.#keys.get(name) ?? [];
      const step = begun.get(name);
      if (!same(was, is) && !(step && same(after(was, step), is))) {
        wrong.push(`${name}: expected ${JSON.stringify(was)}, found ${JSON.stringify(is)}`);
      }
      this.#keys.set(name, is);
    }
    wrong.push(...this.#settleValues(store), ...this.#settleUploads(store));
    this.#begun.clear();
    return wrong;
  }

  #settleValues(store: Store): readonly string[] {
    const wrong: string[] = [];
    for (const [name, number] of this.#values) {
      const is = readValue(store, name);
      const step = [...this.#begun.values()].find((one) => valueName(one) === name);
      if (is !== number && is !== step?.number) {
        wrong.push(`${name}: expected ${number}, found ${is}`);
      }
      this.#values.set(name, is);
    }
    return wrong;
  }

  #settleUploads(store: Store): readonly string[] {
    const wrong: string[] = [];
    for (const [id, { step, open }] of this.#uploads) {
      const upload = store.getUpload(step.bucket, step.key, id);
      const begun = [...this.#begun.values()].some((one) => one.uploadId === id);
      const parts = upload ? store.listParts(upload, { after: 0, limit: 10 }) : [];
      const isOpen = parts.length === 1 && parts[0]?.size === step.size;
      if (open !== isOpen && !(begun && !upload)) {
        wrong.push(`upload ${id}: ${upload ? `it has ${parts.length} parts` : 'it is not there'}`);
      }
      this.#uploads.set(id, { step, open: isOpen });
    }
    return wrong;
  }
}

function valueName({ kind, bucket, key }: Step): string {
  return kind === 'setting' ? `setting/${bucket}/${key}` : `${kind}//${key}`;
}

function readValue(store: Store, name: string): number {
  const [kind = '', bucket = '', key = ''] = name.split('/');
  const value =
    kind === 'setting' ? store.getBucket(bucket)?.settings[key] : store.getDocument('crash', key);
  return Number(value ?? 0);
}

/** Every version of every object, read in full; throws when a content is not what was put. */
export async function readStore(
  store: Store,
  contentOf: (number: number, size: number) => Buffer,
): Promise<Map<string, readonly Known[]>> {
  const found = new Map<string, Known[]>();
  for (const bucket of BUCKETS) {
    const query = { bucket, prefix: '', delimiter: '', after: '', limit: 100_000, versions: true };
    for (const { key, versionId } of store.list(query).objects) {
      const object = store.getObject(bucket, key, versionId);
      if (!object) {
        throw new Error(`${bucket}/${key} is listed but not there`);
      }
      const known = found.get(nameOf(object)) ?? [];
      found.set(nameOf(object), known);
      if (object.isDeleteMarker) {
        known.push({ versionId, number: 0, size: 0, marker: true, tag: 0 });
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of store.readObject(object)) {
        chunks.push(chunk);
      }
      const bytes = Buffer.concat(chunks);
      const number = Number(object.metadata.number);
      if (!bytes.equals(contentOf(number, object.size))) {
        throw new Error(`${bucket}/${key} ${versionId} is torn`);
      }
      const tag = Number(object.tags.tag ?? 0);
      known.push({ versionId, number, size: object.size, marker: false, tag });
    }
  }
  return found;
}
