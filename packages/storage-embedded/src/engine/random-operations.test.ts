import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from './store.ts';
import { inconsistencies, knownFiles } from './testing/consistency.ts';
import { DriveThief } from './testing/drive-thief.ts';
import { BucketModel } from './testing/model.ts';
import {
  bodyOf,
  filesBelow,
  makeBucket,
  PLAIN,
  put,
  readAll,
  StoreFixture,
  seeded,
  settled,
} from './testing/store-fixture.ts';

let fixture: StoreFixture | undefined;
afterEach(async () => {
  await fixture?.remove();
  fixture = undefined;
});

const BUCKET = 'bucket';
const KEYS = [...Array(24).keys()].map((i) => `${i % 3 ? 'a/' : 'b\u{1F600}/'}${i}`);

/** Everything the store reports about the bucket, for comparison with the model. */
async function shown(store: Store, model: BucketModel): Promise<void> {
  expect(inconsistencies(store)).toEqual([]);
  expect(
    store.listUploads(BUCKET, { prefix: '', afterKey: '', afterUpload: '', limit: 9 }),
  ).toEqual([]);
  const expected = model.sortedKeys().flatMap((key) =>
    (model.keys.get(key) ?? []).map((v, i) => ({
      key,
      versionId: v.versionId,
      marker: v.marker,
      size: v.content.length,
      isLatest: i === 0,
      tags: v.tags,
    })),
  );
  const listed = store.list({
    bucket: BUCKET,
    prefix: '',
    delimiter: '',
    after: '',
    limit: 100_000,
    versions: true,
  });
  const found = listed.objects.map((o) => ({
    key: o.key,
    versionId: o.versionId,
    marker: o.isDeleteMarker,
    size: o.size,
    isLatest: o.isLatest,
    tags: o.tags,
  }));
  expect(found).toEqual(expected);
  for (const key of model.sortedKeys()) {
    for (const version of model.keys.get(key) ?? []) {
      if (!version.marker) {
        const object = store.getObject(BUCKET, key, version.versionId);
        expect(object && (await readAll(store, object)).toString()).toBe(version.content);
      }
    }
  }
  const versions = expected.filter((one) => !one.marker);
  expect(store.usage()).toMatchObject([
    {
      objects: versions.filter((one) => one.isLatest).length,
      versions: versions.length,
      deleteMarkers: expected.length - versions.length,
      size: versions.reduce((sum, one) => sum + one.size, 0),
    },
  ]);
}

class Player {
  readonly model = new BucketModel();
  readonly #random: () => number;
  #count = 0;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.#random() * from.length)];
    if (found === undefined) {
      throw new Error('nothing to pick from');
    }
    return found;
  }

  #content(): string {
    const size = this.pick([0, 1, 50, 500, 3000, 4096, 4097, 9000]);
    return `${this.#count++}:`.padEnd(size, String.fromCharCode(97 + (this.#count % 26)));
  }

  async step(store: Store): Promise<void> {
    const kind = this.#random();
    if (kind < 0.45) {
      await this.#put(store);
    } else if (kind < 0.6) {
      await this.#multipart(store);
    } else if (kind < 0.7) {
      await this.#tag(store);
    } else if (kind < 0.98) {
      await this.#delete(store);
    } else {
      await this.#version(store);
    }
  }

  async #put(store: Store): Promise<void> {
    const key = this.pick(KEYS);
    const content = this.#content();
    const object = await put(store, key, content);
    this.model.put(key, content, object.versionId);
  }

  async #multipart(store: Store): Promise<void> {
    const key = this.pick(KEYS);
    const id = await store.createUpload({ bucket: BUCKET, key, attributes: PLAIN });
    const upload = store.getUpload(BUCKET, key, id);
    if (!upload) {
      throw new Error('the upload is not there');
    }
    const contents = [this.#content(), this.#content(), this.#content()];
    const parts = [];
    for (const [i, content] of contents.entries()) {
      parts.push(await store.putPart(upload, i + 1, bodyOf(content)));
    }
    if (this.#random() < 0.3) {
      await store.abortUpload(upload);
      return;
    }
    const used = this.#random() < 0.5 ? parts : parts.slice(0, 2);
    const object = await store.completeUpload(upload, used, { etag: `x-${used.length}` });
    this.model.put(key, contents.slice(0, used.length).join(''), object.versionId);
  }

  #someVersion(): { key: string; versionId: string } | undefined {
    const keys = this.model.sortedKeys();
    if (keys.length === 0) {
      return undefined;
    }
    const key = this.pick(keys);
    return { key, versionId: this.pick(this.model.keys.get(key) ?? []).versionId };
  }

  async #tag(store: Store): Promise<void> {
    const target = this.#someVersion();
    const version =
      target && this.model.keys.get(target.key)?.find((v) => v.versionId === target.versionId);
    if (target && version && !version.marker) {
      const tags = { n: String(this.#count++) };
      await store.updateObject({ bucket: BUCKET, ...target }, () => ({ tags }));
      this.model.tag(target.key, target.versionId, tags);
    }
  }

  async #delete(store: Store): Promise<void> {
    const target = this.#random() < 0.6 ? this.#someVersion() : undefined;
    if (target) {
      await store.deleteObject({ bucket: BUCKET, ...target });
      this.model.delete(target.key, target.versionId, undefined);
      return;
    }
    const key = this.pick(KEYS);
    const done = await store.deleteObject({ bucket: BUCKET, key });
    this.model.delete(key, undefined, done.versionId);
  }

  async #version(store: Store): Promise<void> {
    const versioning = this.pick(['enabled', 'suspended'] as const);
    await store.updateBucket(BUCKET, { versioning });
    this.model.versioning = versioning;
  }
}

describe('the store under random operations', () => {
  it.each([4, 5])(
    'keeps everything while drives come and go, seed %i',
    async (seed) => {
      fixture = await StoreFixture.create();
      await makeBucket(fixture.store);
      const player = new Player(seed);
      const thief = new DriveThief(fixture, (from) => player.pick(from));
      for (let i = 0; i < 500; i++) {
        await player.step(fixture.store);
        const chance = player.pick([...Array(60).keys()]);
        if (chance < 3) {
          await thief.act();
          await shown(fixture.store, player.model);
        } else if (chance === 3) {
          await fixture.reopen();
        } else if (chance === 4) {
          await fixture.rebuild();
          await shown(fixture.store, player.model);
        } else if (chance === 5) {
          await fixture.losePower();
          await shown(fixture.store, player.model);
        } else if (chance < 10) {
          fixture.store.upkeep.parts.compaction.loop.kick();
        }
      }
      await thief.bringBack();
      await fixture.rebuild();
      await settled(fixture.store);
      await shown(fixture.store, player.model);
      const files = await Promise.all(fixture.drives.map((drive) => filesBelow(`${drive}/blobs`)));
      const there = files.flatMap((names, slot) => names.map((name) => `${slot}/${name.slice(3)}`));
      expect(there.sort()).toEqual(knownFiles(fixture.store));
    },
    300_000,
  );

  it.each([1, 2, 3])(
    'shows what a simple model shows, seed %i',
    async (seed) => {
      fixture = await StoreFixture.create();
      await makeBucket(fixture.store);
      const player = new Player(seed);
      for (let i = 0; i < 1500; i++) {
        await player.step(fixture.store);
        const chance = player.pick([...Array(60).keys()]);
        if (chance === 0) {
          await fixture.reopen();
        } else if (chance === 1) {
          await fixture.rebuild();
          await shown(fixture.store, player.model);
        } else if (chance === 2) {
          await fixture.losePower();
          await shown(fixture.store, player.model);
        } else if (chance < 10) {
          fixture.store.upkeep.parts.compaction.loop.kick();
        }
      }
      const { compaction } = fixture.store.upkeep.parts;
      compaction.loop.kick();
      await compaction.loop.idle();
      await shown(fixture.store, player.model);
      await fixture.rebuild();
      await shown(fixture.store, player.model);
      await settled(fixture.store);
      const files = await Promise.all(fixture.drives.map((drive) => filesBelow(`${drive}/blobs`)));
      const there = files.flatMap((names, slot) => names.map((name) => `${slot}/${name.slice(3)}`));
      expect(there.sort()).toEqual(knownFiles(fixture.store));
      expect(fixture.messages.filter((m) => m.startsWith('error'))).toEqual([]);
    },
    300_000,
  );
});
