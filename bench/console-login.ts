import { request } from 'undici';
import type { Server } from './servers.ts';

/** Logs in to a console, as root unless other keys are given, and returns the cookie. */
export async function logIn(
  console: Server,
  { accessKey, secretKey }: Pick<Server, 'accessKey' | 'secretKey'> = console,
): Promise<string> {
  const answer = await request(`${console.endpoint}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accessKey, secretKey }),
  });
  await answer.body.dump();
  const cookie = answer.headers['set-cookie'];
  if (answer.statusCode !== 201 || cookie === undefined)
    throw new Error(`login: ${answer.statusCode}`);
  return String(Array.isArray(cookie) ? cookie[0] : cookie).split(';')[0] ?? '';
}
