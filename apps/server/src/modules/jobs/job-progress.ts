import { z } from 'zod';

/** An object that a job processes. */
const Step = z.object({
  key: z.string(),
  versionId: z.string().optional(),
  /** Size in bytes. */
  size: z.number(),
  etag: z.string().optional(),
  /** Its target, once determined. */
  target: z.string().optional(),
  /** The multipart upload of its copy. */
  uploadId: z.string().optional(),
});
export type Step = z.infer<typeof Step>;

/** Where a job continues: after an object of one of its items. */
const Place = z.object({
  item: z.int(),
  key: z.string().optional(),
  versionId: z.string().optional(),
  /** A continuation token that is reliable where the key may not be. */
  token: z.string().optional(),
  /** The key whose version at the requested time was already found. */
  decided: z.string().optional(),
});
export type Place = z.infer<typeof Place>;

const Amount = z.object({ objects: z.int(), bytes: z.int() });

/**
 * The progress of a job. It is stored repeatedly, so that another console can resume from there.
 */
const Progress = z.object({
  total: Amount.extend({ complete: z.boolean() }).optional(),
  done: Amount,
  skipped: z.int(),
  failed: z.int(),
  /** Sequence number of the last recorded failure. */
  lastFailure: z.int(),
  /** Undefined once the whole selection has been read. */
  place: Place.optional(),
  /** The steps that had started when this was stored: they may or may not be done. */
  begun: z.array(Step),
  /** Whether those are retries of failures rather than part of the selection. */
  begunAgain: z.boolean(),
  /** The value of `place` once they are done. */
  next: Place.optional(),
  /** Failures to retry: those after `after`, up to `upTo`. */
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

/** Whether anything is left to do or retry. */
export function isUnfinished({ place, begun, failed, retry }: Progress): boolean {
  return place !== undefined || begun.length > 0 || failed > 0 || retry !== undefined;
}

/** A failure as stored for a retry. */
export function readStep(text: string): Step {
  return Step.parse(JSON.parse(text));
}
