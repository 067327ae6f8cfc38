import type { Known, StoreContents } from './read-store.ts';

/** A client's step: reported before it begins, and again when it was acknowledged or refused. */
export interface Step {
  readonly client: number;
  /**
   * 'delete' removes a version, 'hide' deletes without a version ID. A 'document' is a user or a
   * policy, a 'setting' belongs to a bucket; number 0 removes either.
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
  /** For put, multipart and tag: identifies the content or tag. */
  readonly number: number;
  readonly size: number;
  /** For tag and delete: the version; for an acknowledged put: the new version. */
  readonly versionId?: string;
  /** For abort and for an acknowledged upload: the upload. */
  readonly uploadId?: string;
}

/** The versions of a key, newest first. */
type Versions = readonly Known[];

/** Version ID of an unacknowledged step, unknown until it is read back. */
const UNSEEN = '?';

/** Returns the possible versions of a key after a step; empty if the step is impossible. */
function after(versions: Versions, step: Step): readonly Versions[] {
  const versioned = step.bucket === 'versioned';
  const versionId = step.versionId ?? (versioned ? UNSEEN : 'null');
  const { number, size } = step;
  if (step.kind === 'tag') {
    return which(versions, versionId).map((at) =>
      versions.map((v, i) => (i === at ? { ...v, versionId, tag: number } : v)),
    );
  }
  if (step.kind === 'hide' && !versioned) {
    return [[]];
  }
  if (step.kind === 'delete') {
    return which(versions, versionId).map((at) => versions.filter((_, i) => i !== at));
  }
  const marker = step.kind === 'hide';
  const made: Known = marker
    ? { versionId, number: 0, size: 0, marker, tag: 0 }
    : { versionId, number, size, marker, tag: 0 };
  return [versioned ? [made, ...versions] : [made]];
}

/**
 * Returns the possible positions of a version: its own, or else those of versions with unknown IDs.
 */
function which(versions: Versions, versionId: string): readonly number[] {
  const at = versions.findIndex((v) => v.versionId === versionId);
  const unseen = [...versions.keys()].filter((i) => versions[i]?.versionId === UNSEEN);
  return at >= 0 ? [at] : unseen;
}

function same(a: Versions, b: Versions): boolean {
  return (
    a.length === b.length &&
    a.every((v, i) => {
      const w = b[i];
      const { versionId, ...rest } = v;
      return (
        w !== undefined &&
        (versionId === UNSEEN || w.versionId === versionId) &&
        rest.number === w.number &&
        rest.size === w.size &&
        rest.marker === w.marker &&
        rest.tag === w.tag
      );
    })
  );
}

/**
 * The acknowledged state. A step in progress when the store was killed may or may not have taken
 * effect: until the store is read again, a key, a value or an upload has several possible states.
 */
export class Ledger {
  readonly #keys = new Map<string, readonly Versions[]>();
  readonly #begun = new Map<number, Step>();
  /** Documents and bucket settings by kind, bucket and name. */
  readonly #values = new Map<string, ReadonlySet<number>>();
  /** Uploads that were started with one part of this size, and whether they may still be open. */
  readonly #uploads = new Map<string, { readonly size: number; readonly open: Set<boolean> }>();
  acknowledged = 0;

  begin(step: Step): void {
    this.#begun.set(step.client, step);
  }

  acknowledge(step: Step): void {
    this.#begun.delete(step.client);
    this.acknowledged++;
    const { uploadId = '' } = step;
    if (isValue(step)) {
      this.#values.set(valueName(step), new Set([step.number]));
    } else if (isUpload(step)) {
      const open = new Set([step.kind === 'upload']);
      this.#uploads.set(uploadId, { size: step.size, open });
    } else {
      const left = this.#possible(keyName(step)).flatMap((versions) => after(versions, step));
      this.#keys.set(keyName(step), distinct(left));
    }
  }

  /** Records that the step returned an error, so nothing was changed. */
  refuse(step: Step): void {
    this.#begun.delete(step.client);
  }

  /** Records that the store was killed: pending steps may or may not have taken effect. */
  interrupt(): void {
    for (const step of this.#begun.values()) {
      if (isValue(step)) {
        const was = this.#values.get(valueName(step)) ?? [0];
        this.#values.set(valueName(step), new Set([...was, step.number]));
      } else if (isUpload(step)) {
        this.#uploads.get(step.uploadId ?? '')?.open.add(false);
      } else {
        const was = this.#possible(keyName(step));
        const done = was.flatMap((versions) => after(versions, step));
        this.#keys.set(keyName(step), distinct([...was, ...done]));
      }
    }
    this.#begun.clear();
  }

  #possible(name: string): readonly Versions[] {
    return this.#keys.get(name) ?? [[]];
  }

  /**
   * Compares with the store's contents, adopts the possible state that it is in, and returns
   * impossible findings.
   */
  settle(found: StoreContents): readonly string[] {
    const wrong: string[] = [];
    for (const name of new Set([...this.#keys.keys(), ...found.objects.keys()])) {
      const is = found.objects.get(name) ?? [];
      const possible = this.#possible(name);
      if (!possible.some((versions) => same(versions, is))) {
        const expected = possible.map((versions) => JSON.stringify(versions)).join(' or ');
        wrong.push(`${name}: expected ${expected}, found ${JSON.stringify(is)}`);
      }
      this.#keys.set(name, [is]);
    }
    for (const name of new Set([...this.#values.keys(), ...found.values.keys()])) {
      const is = found.values.get(name) ?? 0;
      const possible = this.#values.get(name) ?? new Set([0]);
      if (!possible.has(is)) {
        wrong.push(`${name}: expected ${[...possible].join(' or ')}, found ${is}`);
      }
      this.#values.set(name, new Set([is]));
    }
    return [...wrong, ...this.#settleUploads(found.uploads)];
  }

  #settleUploads(found: StoreContents['uploads']): readonly string[] {
    const wrong: string[] = [];
    for (const [id, { size, open }] of this.#uploads) {
      const parts = found.get(id);
      const is = parts?.join() === `${size}`;
      if ((parts !== undefined && !is) || !open.has(is)) {
        wrong.push(`upload ${id}: ${parts ? `it has parts of ${parts}` : 'it is not there'}`);
      }
      this.#uploads.set(id, { size, open: new Set([is]) });
    }
    return wrong;
  }
}

function distinct(states: readonly Versions[]): readonly Versions[] {
  return [...new Map(states.map((versions) => [JSON.stringify(versions), versions])).values()];
}

function keyName({ bucket, key }: Step): string {
  return `${bucket}/${key}`;
}

function valueName({ kind, bucket, key }: Step): string {
  return kind === 'setting' ? `setting/${bucket}/${key}` : `document/${key}`;
}

function isValue({ kind }: Step): boolean {
  return kind === 'document' || kind === 'setting';
}

function isUpload({ kind }: Step): boolean {
  return kind === 'upload' || kind === 'abort';
}
