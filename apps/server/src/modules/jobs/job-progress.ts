import { z } from 'zod';

/** An object that a job is about. */
const Step = z.object({
  key: z.string(),
  versionId: z.string().optional(),
  /** Bytes. */
  size: z.number(),
  etag: z.string().optional(),
  /** Where it goes, once that was decided. */
  target: z.string().optional(),
  /** Its copy is put together from parts. */
  uploadId: z.string().optional(),
});
export type Step = z.infer<typeof Step>;

/** Where a job goes on: behind an object of one of its items. */
const Place = z.object({
  item: z.int(),
  key: z.string().optional(),
  versionId: z.string().optional(),
  /** What goes on there for sure, where the key may not. */
  token: z.string().optional(),
  /** The key whose version at a time was found before. */
  decided: z.string().optional(),
});
export type Place = z.infer<typeof Place>;

const Amount = z.object({ objects: z.int(), bytes: z.int() });

/** How far a job is. It is stored again and again, so that another console can go on from there. */
const Progress = z.object({
  total: Amount.extend({ complete: z.boolean() }).optional(),
  done: Amount,
  skipped: z.int(),
  failed: z.int(),
  /** Sequence number of the failure that was noted last. */
  lastFailure: z.int(),
  /** Undefined when the whole selection has been read. */
  place: Place.optional(),
  /** What had begun when this was stored: it may be done or not. */
  begun: z.array(Step),
  /** Whether that is some of what failed before, and not of the selection. */
  begunAgain: z.boolean(),
  /** Where `place` is when they are done. */
  next: Place.optional(),
  /** Failures that are tried again: those behind `after`, up to `upTo`. */
  retry: z.object({ after: z.int(), upTo: z.int() }).optional(),
});
export type Progress = z.infer<typeof Progress>;

const START: Progress = {
  done: { objects: 0, bytes: 0 },
  skipped: 0,
  failed: 0,
  lastFailure: 0,
  place: { item: 0 },
  begun: [],
  begunAgain: false,
};

export const newProgress = (): string => JSON.stringify(START);

export function readProgress(text: string): Progress {
  return Progress.parse(JSON.parse(text));
}

/** Whether something is left to do, or to do again. */
export function isUnfinished({ place, begun, failed, retry }: Progress): boolean {
  return place !== undefined || begun.length > 0 || failed > 0 || retry !== undefined;
}

/** A failure as it is kept, to be tried again. */
export function readStep(text: string): Step {
  return Step.parse(JSON.parse(text));
}
