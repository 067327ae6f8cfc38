import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { sep } from 'node:path';
import { FILE_WORK, type FileWork } from '../engine/drives/file-trace.ts';
import { TRACE } from './trace-types.ts';
import type { Tracer } from './tracer.ts';

const TYPES = { os: TRACE.os, storage: TRACE.storage, healing: TRACE.healing } as const;
export const FILE_TYPES = TRACE.os | TRACE.storage | TRACE.healing;

/** Reports file operations below some directories to a tracer while enabled. */
export class FileWorks {
  readonly #roots: () => readonly string[];
  readonly #tracer: Pick<Tracer, 'tell'>;
  #listening = false;

  /** @param roots returns the current drive directories, as the process may contain other stores */
  constructor(roots: () => readonly string[], tracer: Pick<Tracer, 'tell'>) {
    this.#roots = roots;
    this.#tracer = tracer;
  }

  listen(wanted: boolean): void {
    if (wanted !== this.#listening) {
      this.#listening = wanted;
      (wanted ? subscribe : unsubscribe)(FILE_WORK, this.#hear);
    }
  }

  readonly #hear = (message: unknown): void => {
    const { kind, ...work } = message as FileWork;
    if (this.#roots().some((root) => work.path.startsWith(root + sep))) {
      this.#tracer.tell(TYPES[kind], () => work);
    }
  };
}
