import type { TestCaller, TestRequest } from '../../../../testing/test-console.ts';

/** Calls about a bucket's settings, by the caller that `root` gives where no other is named. */
export function settingCalls(root: () => TestCaller) {
  const call = (
    method: TestRequest['method'],
    bucket: string,
    path: string,
    payload?: object,
    caller = root(),
  ) =>
    caller.send({
      ...(method && { method }),
      url: `/api/v1/buckets/${bucket}/${path}`,
      ...(payload && { payload }),
    });
  const read = async (bucket: string, path: string) => (await call('GET', bucket, path)).json();
  return { call, read };
}
