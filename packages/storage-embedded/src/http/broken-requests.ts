import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlElement, xmlGroup } from '@stowage/storage-wire/xml';

/** Errors that the HTTP parser reports for a connection that ended within a body. */
const ENDED_EARLY = 'HPE_INVALID_EOF_STATE';

/** Errors for which HTTP has a status of its own. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Sends an S3 error response where no operation can: for a body that ends before its announced
 * length while the client is still listening, and for anything that is not HTTP. The connection is
 * closed after the response.
 */
export function answerBrokenRequests(server: Server, hostId: string): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const remember = (message: IncomingMessage, response: ServerResponse) => {
    answers.set(message.socket, response);
  };
  server.prependListener('request', remember);
  server.prependListener('checkContinue', remember);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const answer = answers.get(socket);
    const inAnswer = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || error.code === 'ECONNRESET' || inAnswer) {
      socket.destroy();
      return;
    }
    socket.end(refusal(error.code ?? '', hostId));
  });
}

function refusal(parserCode: string, hostId: string): string {
  const error = new S3Error(parserCode === ENDED_EARLY ? 'IncompleteBody' : 'BadRequest');
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${xmlGroup('Error', [
    xmlElement('Code', error.code),
    xmlElement('Message', error.message),
    xmlElement('HostId', hostId),
  ])}`;
  return [
    `HTTP/1.1 ${STATUS_LINES[parserCode] ?? '400 Bad Request'}`,
    'Content-Type: application/xml',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
