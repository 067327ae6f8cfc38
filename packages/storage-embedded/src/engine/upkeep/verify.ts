import type { OwnedContent } from '../content/blob-content.ts';
import { blobPath, segmentPath } from '../drives/drive.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import { inconsistencies, recordsIn } from '../index/consistency.ts';
import type { IndexDb } from '../index/index-db.ts';
import type { ScannedRecord } from '../log/segment-scan.ts';
import type { StoreHealth } from '../store-health.ts';
import type { LostLine, VerifyCounts, VerifyLine, VerifyOptions } from '../verification.ts';
import { contentPages, titleOf } from './contents.ts';
import type { Inspection, InspectOptions, SegmentReport, Span } from './inspection.ts';
import { standingOf } from './liveness.ts';

/** Any others are counted but not reported. */
const MAX_LINES = 10_000;
const PROGRESS_BYTES = 64 * 1024 * 1024;

interface VerifierParts {
  readonly drives: DriveSet;
  readonly index: IndexDb;
  readonly inspection: Inspection;
  readonly health: () => StoreHealth;
  readonly stopped: () => boolean;
}

type Counts = { -readonly [name in keyof VerifyCounts]: number };

/**
 * Reads every record and every copy, verifies all checksums and reports problems; changes nothing.
 */
export class Verifier {
  readonly #parts: VerifierParts;
  readonly #options: VerifyOptions;
  readonly #counts: Counts = {
    ...{ segments: 0, records: 0, contents: 0, copies: 0, bytes: 0 },
    ...{ damaged: 0, lost: 0, away: 0, wrong: 0 },
  };
  #lines = 0;
  #told = 0;

  constructor(parts: VerifierParts, options: VerifyOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  async *run(): AsyncGenerator<VerifyLine> {
    const { index, health, stopped } = this.#parts;
    const away = health().drives.filter(({ state }) => state === 'away');
    for (const { path, slot, reason = '' } of away) {
      yield { kind: 'away', drive: path === '' ? `drive ${slot + 1}` : path, reason };
    }
    if (this.#options.isQuiet) {
      yield* this.#wrong(inconsistencies(index));
    }
    for (const segment of [...index.accounting.segments.values()]) {
      yield* this.#segment(segment);
    }
    for (const { contents } of contentPages(index)) {
      for (const content of contents) {
        yield* this.#content(content);
      }
    }
    const { damaged, lost, wrong } = this.#counts;
    const sound = damaged + lost + wrong + this.#counts.away + away.length === 0;
    yield { kind: 'end', ok: sound && !stopped(), ...this.#counts };
  }

  *#wrong(texts: readonly string[]): Generator<VerifyLine> {
    for (const text of texts) {
      this.#counts.wrong++;
      yield* this.#line({ kind: 'wrong', text });
    }
  }

  *#line(line: VerifyLine): Generator<VerifyLine> {
    if (++this.#lines <= MAX_LINES) {
      yield line;
    }
  }

  *#progress(): Generator<VerifyLine> {
    if (this.#counts.bytes - this.#told >= PROGRESS_BYTES) {
      this.#told = this.#counts.bytes;
      yield { kind: 'progress', ...this.#counts };
    }
  }

  async *#segment(segment: SegmentInfo): AsyncGenerator<VerifyLine> {
    const { index, inspection } = this.#parts;
    const { id, live, slots } = segment;
    let held = 0;
    const onRecord = (record: ScannedRecord): void => {
      this.#counts.records++;
      held += this.#options.isQuiet && isHeld(index, id, record) ? record.head.length : 0;
    };
    const report = await inspection.segment(segment, { ...this.#watch(), onRecord });
    if (!report) {
      return;
    }
    this.#counts.segments++;
    this.#counts.copies += report.slots.length;
    this.#counts.away += slots.length - report.slots.length;
    yield* this.#segmentDamage(segment, report);
    if (this.#options.isQuiet && held !== live && report.lost.length === 0) {
      const found = `segment ${id} has ${held} bytes that hold, the index counts ${live}`;
      yield* this.#wrong([found]);
    }
    yield* this.#progress();
  }

  *#segmentDamage({ id, slots }: SegmentInfo, report: SegmentReport): Generator<VerifyLine> {
    const what = `segment ${id}`;
    for (const [slot, { records, first }] of report.bad) {
      this.#counts.damaged++;
      const path = segmentPath({ path: this.#pathOf(slot) }, id);
      yield* this.#line({
        kind: 'damage',
        what,
        path,
        state: 'damaged',
        records,
        offset: first,
      });
    }
    for (const span of report.slots.length > 0 ? report.lost : [{ from: 0, to: 0 }]) {
      this.#counts.lost++;
      yield* this.#line(this.#lostOf(id, span, report.slots.length < slots.length));
    }
  }

  #lostOf(id: number, { from, to }: Span, canReturn: boolean): LostLine {
    const end = to === 0 ? Number.MAX_SAFE_INTEGER : to;
    const records = recordsIn(this.#parts.index.db, id, { from, to: end });
    const where = to === 0 ? {} : { from, to };
    return { kind: 'lost', what: `segment ${id}`, canReturn, records, ...where };
  }

  async *#content(content: OwnedContent): AsyncGenerator<VerifyLine> {
    const copies = await this.#parts.inspection.content(content, this.#watch());
    if (!copies) {
      return;
    }
    const what = titleOf(this.#parts.index, content.owner);
    let good = 0;
    let away = 0;
    this.#counts.contents++;
    for (const [slot, state] of copies) {
      good += state === 'whole' ? 1 : 0;
      away += state === 'away' ? 1 : 0;
      if (state === 'damaged' || state === 'missing') {
        this.#counts.damaged++;
        const path = blobPath({ path: this.#pathOf(slot) }, content.blob.id);
        yield* this.#line({ kind: 'damage', what, path, state });
      }
    }
    this.#counts.copies += copies.size - away;
    this.#counts.away += away;
    if (good === 0) {
      this.#counts.lost++;
      yield* this.#line({ kind: 'lost', what, canReturn: away > 0 });
    }
    yield* this.#progress();
  }

  #watch(): InspectOptions {
    return {
      stopped: this.#parts.stopped,
      onRead: async (bytes) => {
        this.#counts.bytes += bytes;
        await this.#options.onRead?.(bytes);
      },
    };
  }

  #pathOf(slot: number): string {
    return this.#parts.drives.all[slot]?.path ?? '';
  }
}

function isHeld(index: IndexDb, segment: number, { head, text, offset }: ScannedRecord): boolean {
  const place = { segment, offset, length: head.length };
  return standingOf(index, head.type, JSON.parse(text), place).kind === 'holds';
}
