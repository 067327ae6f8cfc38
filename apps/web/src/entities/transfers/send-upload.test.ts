import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { multipartBody } from './multipart-body.ts';
import { sendUpload } from './send-upload.ts';

/** Fakes the browser's request: records what is sent and responds on demand. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  method = '';
  url = '';
  body: Blob | undefined;
  status = 0;
  responseText = '';

  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getResponseHeader() {
    return null;
  }
  send(body: Blob) {
    this.body = body;
  }
  abort() {
    this.answer(0, '');
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.dispatchEvent(new Event('loadend'));
  }
  progress(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => vi.unstubAllGlobals());

function upload(key: string, file: File) {
  const abort = new AbortController();
  const progress: number[] = [];
  const onProgress = (bytes: number) => progress.push(bytes);
  const sent = sendUpload({ bucket: 'my-bucket', key, file, signal: abort.signal, onProgress });
  return { sent, abort, progress, request: FakeRequest.last };
}

const textOf = (body: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsText(body ?? new Blob());
  });

describe('sending a file', () => {
  it('shows the token of the session', async () => {
    localStorage.setItem('token', 'opaque-1');
    const { sent, request } = upload('a.txt', new File(['a'], 'a.txt'));
    expect(request.headers.get('x-stowage-token')).toBe('opaque-1');
    request.answer(200, '');
    await sent;
  });

  it('posts a form whose field is named by the size, with the folder in the query', async () => {
    const { sent, request } = upload('a b/ü.txt', new File(['hello'], 'ü.txt'));
    const url = new URL(request.url, 'http://console.test');
    expect(request.method).toBe('POST');
    expect(url.pathname).toBe('/api/v1/buckets/my-bucket/objects/upload');
    expect(url.searchParams.get('prefix')).toBe(btoa('a b/'));
    expect(await textOf(request.body)).toContain('name="5"; filename="ü.txt"');
    request.answer(200, '');
    expect(await sent).toBeUndefined();
  });

  it('tells its progress, at most up to the size of the file [OBJ-11]', () => {
    const { request, progress } = upload('k', new File(['12345'], 'k'));
    request.progress(2);
    request.progress(300);
    expect(progress).toEqual([2, 5]);
  });

  it.each([400, 401, 403, 500])('gives the failure of status %d with its code', async (status) => {
    const { sent, request } = upload('k', new File(['1'], 'k'));
    request.answer(
      status,
      JSON.stringify({
        code: status,
        message: 'no',
        detailedMessage: '',
        errorCode: 'AccessDenied',
      }),
    );
    expect(await sent).toEqual({ code: 'AccessDenied', status, message: 'No' });
  });

  it('gives a failure without status when no answer came', async () => {
    const { sent, request } = upload('k', new File(['1'], 'k'));
    request.answer(0, '');
    expect(await sent).toEqual({ code: undefined, status: undefined, message: undefined });
  });

  it('says what a proxy refuses that has a limit of its own', async () => {
    const { sent, request } = upload('k', new File(['1'], 'k'));
    request.answer(413, '<html>');
    const message = 'A proxy in front of the console accepts no requests of this size.';
    expect(await sent).toEqual({ code: undefined, status: 413, message });
  });

  it('takes an answer that is no JSON', async () => {
    const { sent, request } = upload('k', new File(['1'], 'k'));
    request.answer(502, '<html>');
    expect(await sent).toEqual({ code: undefined, status: 502, message: 'Error 502' });
  });

  it('ends when it is aborted', async () => {
    const { sent, abort } = upload('k', new File(['1'], 'k'));
    abort.abort();
    expect(await sent).toBeDefined();
  });
});

describe('the form of a file', () => {
  it('keeps quotes and backslashes of a name apart from percent signs', async () => {
    const { body, contentType } = multipartBody(new File(['data'], 'a"b\\c%22.txt'), 'B');
    expect(contentType).toBe('multipart/form-data; boundary=B');
    expect(await textOf(body)).toBe(
      '--B\r\nContent-Disposition: form-data; name="4"; filename="a\\"b\\\\c%22.txt"\r\n' +
        'Content-Type: application/octet-stream\r\n\r\ndata\r\n--B--\r\n',
    );
  });
});
