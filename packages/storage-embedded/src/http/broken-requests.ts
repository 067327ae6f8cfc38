import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { xmlElement, xmlGroup } from '@stowage/storage-wire/xml';

/** What the HTTP parser says of a connection that ended within a body. */
const ENDED_EARLY = 'HPE_INVALID_EOF_STATE';

/**
 * Answers in S3's words where no operation can: to a body that ends before its announced
 * length while the client still listens, and to what is no HTTP at all. The connection
 * ends with the answer.
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
    socket.end(refusal(error.code === ENDED_EARLY ? 'IncompleteBody' : 'BadRequest', hostId));
  });
}

function refusal(code: 'IncompleteBody' | 'BadRequest', hostId: string): string {
  const error = new S3Error(code);
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${xmlGroup('Error', [
    xmlElement('Code', error.code),
    xmlElement('Message', error.message),
    xmlElement('HostId', hostId),
  ])}`;
  return [
    `HTTP/1.1 ${error.status} Bad Request`,
    'Content-Type: application/xml',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
