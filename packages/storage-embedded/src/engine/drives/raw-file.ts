import {
  constants,
  close as fsClose,
  open as fsOpen,
  read as fsRead,
  write as fsWrite,
} from 'node:fs';
import { tracedWork } from './file-trace.ts';

/** Writes return only when the data and the metadata needed to read it back are on the medium. */
const OPEN_DURABLE = constants.O_RDWR | constants.O_DSYNC;
export const OPEN_DURABLE_NEW = OPEN_DURABLE | constants.O_CREAT | constants.O_EXCL;
export const OPEN_READ = constants.O_RDONLY;

/** Callback-based calls as promises: on hot paths they cost half as much as FileHandle. */
export function openFile(path: string, flags: number): Promise<number> {
  const name =
    (flags & (constants.O_WRONLY | constants.O_RDWR)) === 0 ? 'os.OpenFileR' : 'os.OpenFileW';
  return tracedWork(
    () => ({ kind: 'os', name, path }),
    () => openNamed(path, flags),
  );
}

function openNamed(path: string, flags: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fsOpen(path, flags, 0o644, (error, fd) => {
      if (error) {
        reject(error);
      } else {
        paths.set(fd, path);
        resolve(fd);
      }
    });
  });
}

/** Paths of open files, for tracing. */
const paths = new Map<number, string>();

export function pathOf(fd: number): string {
  return paths.get(fd) ?? '';
}

export function closeFile(fd: number): Promise<void> {
  paths.delete(fd);
  return new Promise((resolve, reject) => {
    fsClose(fd, (error) => (error ? reject(error) : resolve()));
  });
}

/** Fills `into` from `position` up to the end of the file; returns the number of bytes read. */
export function readInto(fd: number, into: Uint8Array, position: number): Promise<number> {
  return tracedWork(
    () => ({ kind: 'os', name: 'os.Read', path: pathOf(fd), bytes: into.length }),
    () => readWhole(fd, into, position),
  );
}

function readWhole(fd: number, into: Uint8Array, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const step = (done: number): void => {
      fsRead(fd, into, done, into.length - done, position + done, (error, count) => {
        if (error) {
          reject(error);
        } else if (count === 0 || done + count === into.length) {
          resolve(done + count);
        } else {
          step(done + count);
        }
      });
    };
    step(0);
  });
}

/** Writes all of `bytes` at `position`. */
export function writeAll(fd: number, bytes: Uint8Array, position: number): Promise<void> {
  return tracedWork(
    () => ({ kind: 'os', name: 'os.Write', path: pathOf(fd), bytes: bytes.length }),
    () => writeWhole(fd, bytes, position),
  );
}

function writeWhole(fd: number, bytes: Uint8Array, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const step = (done: number): void => {
      fsWrite(fd, bytes, done, bytes.length - done, position + done, (error, count) => {
        if (error) {
          reject(error);
        } else if (done + count === bytes.length) {
          resolve();
        } else {
          step(done + count);
        }
      });
    };
    step(0);
  });
}
