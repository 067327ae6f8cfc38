import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
  type TestRequest,
} from '../../../testing/test-console.ts';

/** The password of the users created by tests. */
export const SECRET = 'a-long-secret';

/**
 * A console for the tests of a file, and calls about its users and groups, made by root unless
 * another caller is given.
 */
export function identityCalls() {
  let test: TestConsole;
  let root: TestCaller;
  let made = 0;

  const freshName = (prefix: string) => `${prefix}-${++made}`;

  async function send(
    method: NonNullable<TestRequest['method']>,
    path: string,
    payload?: object,
    caller = root,
  ) {
    const url = `/api/v1/${path}`;
    const response = await caller.send({ method, url, ...(payload && { payload }) });
    const body = response.body === '' ? undefined : response.json();
    return { status: response.statusCode, body };
  }

  const pathOf = (kind: 'user' | 'group') => (name: string, revision?: string) =>
    `${kind}?${new URLSearchParams({ name, ...(revision !== undefined && { revision }) })}`;
  const userPath = pathOf('user');
  const groupPath = pathOf('group');

  const createUser = (accessKey: string, more: object = {}, caller = root) =>
    send('POST', 'users', { accessKey, secretKey: SECRET, ...more }, caller);

  return {
    async start(): Promise<void> {
      test = await startTestConsole();
      root = await test.logIn();
    },
    close: () => test.close(),
    console: () => test,
    freshName,
    send,
    userPath,
    groupPath,
    createUser,
    readUser: async (name: string) => (await send('GET', userPath(name))).body,
    readGroup: async (name: string) => (await send('GET', groupPath(name))).body,

    async newUser(more: object = {}): Promise<string> {
      const name = freshName('user');
      const { status } = await createUser(name, more);
      if (status !== 201) throw new Error(`no user was made: ${status}`);
      return name;
    },

    async newGroup(members: readonly string[] = []): Promise<string> {
      const group = freshName('group');
      await test.admin.addToGroup({ group, members });
      return group;
    },

    /** A user with only these permissions. */
    async actor(...actions: string[]): Promise<TestCaller> {
      const policy = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: actions }] };
      return test.logIn(await test.addUser(freshName('actor'), policy));
    },

    /** Counts the calls that reach the storage server meanwhile. */
    async callsOf(task: () => Promise<unknown>): Promise<number> {
      let calls = 0;
      test.gate.set('open', () => {
        calls += 1;
        return false;
      });
      await task();
      test.gate.set('open');
      return calls;
    },
  };
}
