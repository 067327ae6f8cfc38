import { xmlDocument, xmlElement, xmlGroup } from '@stowage/storage-wire/xml';
import type { TemporaryCredentials } from '../auth/session-tokens.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Reply, xmlReply } from '../http/reply.ts';
import { STS_NAMESPACE } from './sts-error.ts';

/** The parts of a reply besides the credentials. */
interface GivenCredentials {
  /** Such as AssumeRole. */
  readonly action: string;
  readonly credentials: TemporaryCredentials;
  /** Elements of the result, as XML. */
  readonly more?: readonly string[];
}

/** Returns the reply of an action that issues credentials. */
export function credentialsReply(
  { requestId }: Pick<Exchange, 'requestId'>,
  { action, credentials, more = [] }: GivenCredentials,
): Reply {
  const { accessKey, secretKey, sessionToken, expiresAt } = credentials;
  const expiration = new Date(expiresAt).toISOString().replace('.000Z', 'Z');
  return xmlReply(
    xmlDocument(
      `${action}Response`,
      [
        xmlGroup(`${action}Result`, [
          xmlGroup('AssumedRoleUser', [xmlElement('Arn', ''), xmlElement('AssumeRoleId', '')]),
          xmlGroup('Credentials', [
            xmlElement('AccessKeyId', accessKey),
            xmlElement('SecretAccessKey', secretKey),
            xmlElement('SessionToken', sessionToken),
            xmlElement('Expiration', expiration),
          ]),
          ...more,
        ]),
        xmlGroup('ResponseMetadata', [xmlElement('RequestId', requestId)]),
      ],
      STS_NAMESPACE,
    ),
  );
}
