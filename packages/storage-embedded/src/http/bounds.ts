import { totalmem } from 'node:os';

/** Limits for all requests together. */
export interface Bounds {
  /** Bytes of bodies held in memory, in either direction. */
  readonly memory: number;
  readonly connections: number;
  /** Connections per address, except from this machine. */
  readonly perAddress: number;
}

const MIB = 1024 * 1024;
const LEAST_MEMORY = 128 * MIB;
const MAX_MEMORY = 2048 * MIB;
/** Always needed per connection: its buffers and a small body in transit. */
const PER_CONNECTION = MIB / 4;
const MAX_CONNECTIONS = 4096;

/**
 * Derives the limits.
 *
 * @param machine total memory in bytes
 */
export function boundsFor(machine: number): Bounds {
  const memory = Math.min(MAX_MEMORY, Math.max(LEAST_MEMORY, machine / 4));
  const connections = Math.min(MAX_CONNECTIONS, memory / PER_CONNECTION);
  return { memory, connections, perAddress: connections / 2 };
}

/** Memory in bytes of this machine, or of the container that the process runs in. */
export function memoryOfMachine(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
