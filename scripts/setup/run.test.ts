import { expect, it } from 'vitest';
import { exitStatus, run, SetupError } from './run.mjs';

it.each([
  [0, null, 0],
  [3, null, 3],
  [null, 'SIGINT', 130],
  [null, 'SIGTERM', 143],
] as const)('gives code %s and signal %s the exit status %i', (code, signal, status) => {
  expect(exitStatus(code, signal)).toBe(status);
});

it('gives the exit status of the program it ran', async () => {
  expect(await run(process.execPath, ['-e', 'process.exitCode = 7'])).toBe(7);
});

it('stops with one line when the program is missing', async () => {
  await expect(run('/nowhere/program', [])).rejects.toThrow(SetupError);
});
