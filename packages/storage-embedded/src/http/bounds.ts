import { totalmem } from 'node:os';

/** What all requests together may take. */
export interface Bounds {
  /** Bytes of bodies that are held in memory, in either direction. */
  readonly memory: number;
  readonly connections: number;
  /** Connections from one address, other than this machine's own. */
  readonly perAddress: number;
}

const MIB = 1024 * 1024;
const LEAST_MEMORY = 128 * MIB;
const MAX_MEMORY = 2048 * MIB;
/** Kept for each connection in any case: its buffers, and a small content on its way. */
const PER_CONNECTION = MIB / 4;
const MAX_CONNECTIONS = 4096;

/** @param machine bytes of memory that there are for everything */
export function boundsFor(machine: number): Bounds {
  const memory = Math.min(MAX_MEMORY, Math.max(LEAST_MEMORY, machine / 4));
  const connections = Math.min(MAX_CONNECTIONS, memory / PER_CONNECTION);
  return { memory, connections, perAddress: connections / 2 };
}

/** Of this machine, or of the container that the process runs in. */
export function memoryOfMachine(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
