/** A file in a form. Without `size` the form states the length of its content. */
export interface FormFile {
  readonly name: string;
  readonly content: string | Buffer;
  readonly type?: string;
  /** The name of the field; undefined for the length of the content. */
  readonly size?: string;
}

const BOUNDARY = 'test-boundary-7MA4YWxk';

/** A form as a browser sends it. With `end` false, the closing boundary is omitted. */
export function form(files: readonly FormFile[], end = true) {
  const parts = files.flatMap(({ name, content, type = 'text/plain', size }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; ` +
        `name="${size ?? Buffer.byteLength(content)}"; filename="${name.replace(/["\\]/g, '\\$&')}"\r\n` +
        `Content-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...parts, Buffer.from(end ? `--${BOUNDARY}--\r\n` : '')]),
  };
}
