import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';

export const STS_NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';

const STATUS = {
  AccessDenied: 403,
  ExpiredToken: 400,
  InternalError: 500,
  InvalidParameterValue: 400,
  MissingParameter: 400,
  /** The request can be retried. */
  ServiceUnavailable: 503,
} as const;

/** The reason why STS issues no credentials. */
export class StsError extends Error {
  readonly code: keyof typeof STATUS;

  constructor(code: keyof typeof STATUS, message: string) {
    super(message);
    this.name = 'StsError';
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

export function stsErrorXml(error: StsError, requestId: string): string {
  return xmlDocument(
    'ErrorResponse',
    [
      xmlGroup('Error', [
        xmlElement('Type', error.status < 500 ? 'Sender' : 'Receiver'),
        xmlElement('Code', error.code),
        xmlElement('Message', error.message),
      ]),
      xmlElement('RequestId', requestId),
    ],
    STS_NAMESPACE,
  );
}
