import { describe, expect, it } from 'vitest';
import { ConfigError } from './config/setting.ts';
import { failureText } from './start-failure.ts';

const failure = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: what the system says`), { code, ...(path && { path }) });

describe('what the console says when it ends by a failure', () => {
  it('is one line where the configuration or a file is wrong', () => {
    expect(failureText(new ConfigError('CONSOLE_PORT is wrong.'))).toBe('CONSOLE_PORT is wrong.');
    expect(failureText(failure('EACCES', '/data/session.key'))).toBe(
      '/data/session.key cannot be used (EACCES): expected that the user who runs the console may read and write it.',
    );
    expect(failureText(failure('ENOSPC', '/data/session.key'))).toBe(
      '/data/session.key cannot be used (ENOSPC): its disk is full.',
    );
  });

  it('tells of anything else where it happened', () => {
    expect(failureText(new TypeError('x is not a function'))).toMatch(/^TypeError.*\n +at /);
    expect(failureText(failure('ECONNRESET', '/data'))).toMatch(/\n +at /);
    expect(failureText(failure('ENOSPC'))).toMatch(/\n +at /);
    expect(failureText('a text')).toBe('a text');
  });
});
