import { ConsoleError } from '../console-error.ts';
import { hasCode } from './has-code.ts';

/** Awaits a response; undefined if the storage server denies it to the caller, or has none. */
export async function unlessDenied<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (hasCode(error, 'AccessDenied')) return undefined;
    if (error instanceof ConsoleError && error.code === 'NotSupported') return undefined;
    throw error;
  }
}
