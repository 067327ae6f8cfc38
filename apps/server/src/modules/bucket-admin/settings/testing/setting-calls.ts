import type { TestCaller, TestRequest } from '../../../../testing/test-console.ts';

/** Calls about a bucket's settings, made by the caller from `root` unless another is given. */
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
