import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RecordQueue } from './record-queue.ts';

let directory: string;
const failures: unknown[] = [];
const events = { onFailure: (error: unknown) => failures.push(error), onLost: vi.fn() };
beforeEach(() => {
  failures.length = 0;
  events.onLost.mockClear();
  directory = mkdtempSync(join(tmpdir(), 'stowage-queue-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function filled(count: number, length = 10): RecordQueue {
  const queue = new RecordQueue(directory, events);
  for (let index = 0; index < count; index++) {
    queue.add(`${index}`.padEnd(length, '.'));
  }
  return queue;
}

function drain(queue: RecordQueue, most = 100): string[] {
  const all: string[] = [];
  for (;;) {
    const batch = queue.next(most);
    if (batch.lines.length === 0) {
      return all;
    }
    all.push(...batch.lines.map((line) => line.replace(/\.+$/, '')));
    queue.taken(batch);
  }
}

it('gives lines in their order, again until they are taken', () => {
  const queue = filled(5);
  expect(queue.next(2).lines).toEqual(['0.........', '1.........']);
  const batch = queue.next(2);
  expect(batch.lines).toHaveLength(2);
  queue.taken(batch);
  expect(queue.size).toBe(3);
  expect(drain(queue)).toEqual(['2', '3', '4']);
  expect(queue.size).toBe(0);
  queue.close();
});

it('goes on after the process was killed, but for what was taken', () => {
  const before = filled(500, 1000);
  before.taken(before.next(100));
  before.taken(before.next(100));
  // The queue is not closed, as in a crash.
  const queue = new RecordQueue(directory, events);
  expect(queue.size).toBe(300);
  queue.add('500');
  expect(drain(queue)).toEqual(Array.from({ length: 301 }, (_, index) => `${index + 200}`));
});

it.each(['close', 'remove'] as const)('touches nothing of the queue that follows it: %s', (end) => {
  const before = filled(2);
  const batch = before.next(1);
  before[end]();
  const queue = new RecordQueue(directory, events);
  queue.add('2');
  before.taken(batch);
  before.add('lost');
  before.flush();
  expect(before.next(9).lines).toEqual([]);
  expect(drain(queue)).toEqual(end === 'close' ? ['0', '1', '2'] : ['2']);
  before.close();
  queue.close();
});

it('passes over a line that was cut off', () => {
  const before = filled(2);
  before.flush();
  const [file = ''] = readdirSync(directory);
  appendFileSync(join(directory, file), 'half a li');
  const queue = new RecordQueue(directory, events);
  queue.add('2');
  expect(drain(queue)).toEqual(['0', '1', '2']);
});

it('parts what waits into files and deletes those that were taken', () => {
  const queue = new RecordQueue(directory, events);
  for (let index = 0; index < 200; index++) {
    queue.add(String(index).padEnd(100_000, '.'));
    queue.flush();
  }
  const files = () => readdirSync(directory).filter((name) => name.endsWith('.jsonl')).length;
  expect(files()).toBe(3);
  expect(drain(queue)).toHaveLength(200);
  expect(files()).toBe(1);
  queue.remove();
  expect(() => readdirSync(directory)).toThrow();
});

it('holds what it cannot write, as on a full disk, and writes it as soon as it can', () => {
  const queue = filled(3);
  rmSync(directory, { recursive: true });
  queue.flush();
  queue.add('3');
  queue.flush();
  expect(failures).toHaveLength(2);
  expect([queue.size, events.onLost.mock.calls]).toEqual([4, []]);
  mkdirSync(directory);
  expect(drain(queue)).toEqual(['0', '1', '2', '3']);
  expect(queue.size).toBe(0);
  queue.close();
});

it('holds no more than a bound, and tells what is lost', () => {
  const queue = filled(20, 1024 * 1024);
  rmSync(directory, { recursive: true });
  queue.flush();
  expect([queue.size, events.onLost.mock.calls]).toEqual([16, [[4]]]);
  queue.close();
  expect([queue.size, events.onLost.mock.calls]).toEqual([0, [[4], [16]]]);
});

it('takes a batch also where its position cannot be written', () => {
  const queue = filled(2);
  const batch = queue.next(1);
  mkdirSync(join(directory, 'position.new'));
  queue.taken(batch);
  expect(failures).toHaveLength(1);
  expect(drain(queue)).toEqual(['1']);
  queue.close();
});
