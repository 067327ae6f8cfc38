import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TargetTest, TestStep } from '@stowage/contract/notification-endpoints';
import { targetAddress } from '@stowage/domain/notification-targets/target-address';
import { failureOf, ProbeError } from './failure.ts';
import { askForTls, probePostgres, wantsTls } from './postgres.ts';
import { GREETINGS } from './services.ts';

type Values = Readonly<Record<string, string>>;

/** For each step. */
const WITHIN_MS = 5000;

export interface ProbedTarget {
  /** The name of the service in ARNs. */
  readonly service: string;
  readonly values: Values;
}

/**
 * Probes a target from the console's own machine, step by step until one fails: name look-up,
 * connection, TLS, and a short exchange in its protocol. Its responses are not kept.
 *
 * @param refuses whether the console must not connect to an IP address
 * @returns undefined if the settings contain no address
 */
export async function probeTarget(
  { service, values }: ProbedTarget,
  refuses: (address: string) => boolean,
): Promise<TargetTest['console']> {
  const target = targetAddress(service, values);
  if (target === undefined) return undefined;
  const { host, port } = target;
  const steps: TestStep[] = [];
  let socket: Socket | undefined;
  try {
    const address = await done(steps, 'name', () => resolve(host, refuses));
    socket = await done(steps, 'connection', () => open(address, port));
    if (target.tls) {
      const plain = socket;
      const options = { servername: host, lax: values.tls_skip_verify === 'on' };
      socket = await done(steps, 'tls', () => secure(plain, options));
    }
    if (service === 'postgresql') {
      if (wantsTls(values)) await speak(steps, socket, { step: 'tls', words: askForTls });
      socket.destroy();
      steps.push(...(await probePostgres(address, values, WITHIN_MS)));
    } else {
      const greeting = Object.hasOwn(GREETINGS, service) ? GREETINGS[service] : undefined;
      const words = greeting && ((open: Socket) => greeting(open, values));
      if (words) await speak(steps, socket, { step: 'service', words });
    }
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
  } finally {
    socket?.destroy();
  }
  return { host, port, steps };
}

/** Records the result of a step; a failed one ends the probe. @throws ProbeError */
async function done<Result>(
  steps: TestStep[],
  step: TestStep['step'],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work();
    steps.push({ step });
    return result;
  } catch (error) {
    const failure = failureOf(error);
    steps.push({ step, failure });
    throw new ProbeError(failure);
  }
}

async function resolve(host: string, refuses: (address: string) => boolean): Promise<string> {
  const found = isIP(host) > 0 ? [{ address: host }] : await within(lookup(host, { all: true }));
  const [first] = found;
  if (first === undefined) throw new ProbeError('name-not-found');
  if (found.some(({ address }) => refuses(address))) throw new ProbeError('not-allowed');
  return first.address;
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port });
  return whenReady(socket, 'connect');
}

interface TlsOptions {
  readonly servername: string;
  /** Whether to accept any certificate. */
  readonly lax: boolean;
}

async function secure(socket: Socket, { servername, lax }: TlsOptions): Promise<Socket> {
  const name = isIP(servername) > 0 ? {} : { servername };
  const secured = connectTls({ socket, host: servername, ...name, rejectUnauthorized: !lax });
  return whenReady(secured, 'secureConnect');
}

async function whenReady(socket: Socket, event: string): Promise<Socket> {
  try {
    await once(socket, event, { signal: AbortSignal.timeout(WITHIN_MS) });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // From here on, errors are reported to whoever reads from the socket.
  socket.on('error', () => undefined);
  return socket;
}

interface Conversation {
  readonly step: TestStep['step'];
  readonly words: (socket: Socket) => Promise<void>;
}

/** A server that does not respond is disconnected. */
async function speak(steps: TestStep[], socket: Socket, { step, words }: Conversation) {
  const late = setTimeout(() => socket.destroy(new ProbeError('timeout')), WITHIN_MS);
  try {
    await done(steps, step, () => words(socket));
  } finally {
    clearTimeout(late);
  }
}

async function within<Result>(work: Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const timer = new Promise<never>((_resolve, reject) => {
    const stop = setTimeout(() => reject(new ProbeError('timeout')), WITHIN_MS);
    late.signal.addEventListener('abort', () => clearTimeout(stop), { once: true });
  });
  try {
    return await Promise.race([work, timer]);
  } finally {
    late.abort();
  }
}
