import { addSample } from './transfer-speed.ts';
import {
  sentBytes,
  type UploadFailure,
  type UploadFile,
  type UploadGroup,
} from './upload-group.ts';

export interface TransferState {
  /** In sending order. */
  readonly groups: readonly UploadGroup[];
}

export const noTransfers: TransferState = { groups: [] };

/** The properties of a new group. */
export type NewUploadGroup = Pick<
  UploadGroup,
  'id' | 'batch' | 'bucket' | 'folder' | 'kind' | 'name' | 'files'
>;

export type TransferAction =
  | { readonly type: 'added'; readonly groups: readonly NewUploadGroup[] }
  | { readonly type: 'started'; readonly group: string; readonly at: number }
  | {
      readonly type: 'progressed';
      readonly group: string;
      readonly file: string;
      readonly bytes: number;
      readonly at: number;
    }
  | {
      readonly type: 'stalled';
      readonly group: string;
      readonly file: string;
      readonly stalled: boolean;
    }
  | {
      readonly type: 'stored';
      readonly group: string;
      readonly file: UploadFile;
      readonly at: number;
    }
  | {
      readonly type: 'failed';
      readonly group: string;
      readonly file: UploadFile;
      readonly failure: UploadFailure;
    }
  | { readonly type: 'abandoned'; readonly group: string; readonly failure: UploadFailure }
  | { readonly type: 'canceled'; readonly group: string }
  | { readonly type: 'retried'; readonly group: string }
  | { readonly type: 'dismissed'; readonly group: string }
  | { readonly type: 'cleared' };

function newGroup(group: NewUploadGroup): UploadGroup {
  return {
    ...group,
    next: 0,
    total: group.files.length,
    totalBytes: group.files.reduce((sum, { file }) => sum + file.size, 0),
    running: new Map(),
    done: 0,
    doneBytes: 0,
    failed: [],
    canceled: false,
    stalled: new Set(),
    samples: [],
  };
}

function without(running: ReadonlyMap<string, number>, file: string): Map<string, number> {
  const left = new Map(running);
  left.delete(file);
  return left;
}

function sampled(group: UploadGroup, at: number): UploadGroup {
  return { ...group, samples: addSample(group.samples, { at, bytes: sentBytes(group) }) };
}

function started(group: UploadGroup, at: number): UploadGroup {
  const file = group.files[group.next];
  if (file === undefined || group.canceled) return group;
  const running = new Map(group.running).set(file.id, 0);
  return sampled({ ...group, next: group.next + 1, running }, at);
}

function progressed(group: UploadGroup, file: string, bytes: number, at: number): UploadGroup {
  if (!group.running.has(file)) return group;
  return sampled({ ...group, running: new Map(group.running).set(file, bytes) }, at);
}

function stalled(group: UploadGroup, file: string, isStalled: boolean): UploadGroup {
  if (group.stalled.has(file) === isStalled) return group;
  const files = new Set(group.stalled);
  if (isStalled) files.add(file);
  else files.delete(file);
  return { ...group, stalled: files };
}

function stored(group: UploadGroup, { id, file }: UploadFile, at: number): UploadGroup {
  const running = without(group.running, id);
  const doneBytes = group.doneBytes + file.size;
  return sampled({ ...group, running, done: group.done + 1, doneBytes }, at);
}

function failed(group: UploadGroup, file: UploadFile, failure: UploadFailure): UploadGroup {
  const running = without(group.running, file.id);
  if (group.canceled) return { ...group, running };
  return { ...group, running, failed: [...group.failed, { file, failure }] };
}

/** Fails all unsent files for a reason that would affect each of them. */
function abandoned(group: UploadGroup, failure: UploadFailure): UploadGroup {
  if (group.canceled) return group;
  const waiting = group.files.slice(group.next).map((file) => ({ file, failure }));
  return { ...group, next: group.files.length, failed: [...group.failed, ...waiting] };
}

function retried(group: UploadGroup): UploadGroup {
  const again = group.failed.map(({ file }) => file);
  return { ...group, files: [...group.files, ...again], failed: [], samples: [] };
}

function inGroup(group: UploadGroup, action: TransferAction): UploadGroup {
  switch (action.type) {
    case 'started':
      return started(group, action.at);
    case 'progressed':
      return progressed(group, action.file, action.bytes, action.at);
    case 'stalled':
      return stalled(group, action.file, action.stalled);
    case 'stored':
      return stored(group, action.file, action.at);
    case 'failed':
      return failed(group, action.file, action.failure);
    case 'abandoned':
      return abandoned(group, action.failure);
    case 'canceled':
      return { ...group, canceled: true };
    case 'retried':
      return retried(group);
    default:
      return group;
  }
}

/** Returns the next state of the transfers; actions on a removed group change nothing. */
export function reduceTransfers(state: TransferState, action: TransferAction): TransferState {
  if (action.type === 'cleared') return noTransfers;
  if (action.type === 'added') {
    return { groups: [...state.groups, ...action.groups.map(newGroup)] };
  }
  const index = state.groups.findIndex((group) => group.id === action.group);
  const group = state.groups[index];
  if (group === undefined) return state;
  if (action.type === 'dismissed') return { groups: state.groups.toSpliced(index, 1) };
  const next = inGroup(group, action);
  return next === group ? state : { groups: state.groups.with(index, next) };
}
