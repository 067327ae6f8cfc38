import {
  startTestConsole,
  type TestCaller,
  type TestConsole,
} from '../../../testing/test-console.ts';

/** Names that break if carelessly inserted into a path, a header or a document. */
export const HOSTILE_KEYS = [
  'a b+c#d?e%20"f&g.txt',
  "quote's <b>.txt",
  'über/ключ 🎉/\u202egpj.exe',
  `${`${'ü'.repeat(100)}/`.repeat(5)}1,024 bytes are it.`,
];

/** A query value in base64, escaped for a URL. */
const wire = (text: string) => encodeURIComponent(Buffer.from(text).toString('base64'));

interface Asked {
  readonly version?: string | undefined;
  readonly revision?: string | undefined;
  readonly more?: string;
  readonly payload?: object;
  readonly caller?: TestCaller;
}

export interface TestObjects {
  readonly test: TestConsole;
  readonly root: TestCaller;
  /** Runs before the tests of a file. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Stores a text and returns the ID of its version. */
  put(key: string, text?: string): Promise<string>;
  /** Calls one of an object's endpoints, such as 'tags'. */
  ask(
    method: 'GET' | 'PUT' | 'DELETE',
    what: string,
    key: string,
    asked?: Asked,
  ): ReturnType<TestCaller['send']>;
  /** The details of an object. */
  detail(key: string, version?: string): ReturnType<TestCaller['send']>;
}

/** A console, and a bucket of this name with object locking. */
export function testObjects(bucket: string): TestObjects {
  let test: TestConsole;
  let root: TestCaller;

  const objects: TestObjects = {
    get test() {
      return test;
    },
    get root() {
      return root;
    },
    async open() {
      test = await startTestConsole();
      root = await test.logIn();
      await test.s3.makeBucket({ bucket, objectLock: true });
    },
    close: () => test.close(),
    async put(key, text = 'x') {
      const body = Buffer.from(text);
      const written = await test.s3.putObject({ bucket, key, size: body.length, body });
      return written.versionId ?? 'null';
    },
    ask(method, what, key, { version, revision, more = '', payload, caller = root } = {}) {
      const query = [
        `prefix=${wire(key)}`,
        ...(version === undefined ? [] : [`version_id=${wire(version)}`]),
        ...(revision === undefined ? [] : [`revision=${revision}`]),
      ];
      const url = `/api/v1/buckets/${bucket}/objects/${what}?${query.join('&')}${more}`;
      return caller.send({ method, url, ...(payload && { payload }) });
    },
    detail: (key, version) => objects.ask('GET', 'detail', key, { version }),
  };
  return objects;
}
