import type {
  ServiceAccountChange,
  ServiceAccountDetails,
} from '@stowage/contract/identity/service-accounts';
import type { AskedServiceAccount } from '../api.ts';

/** The values of the forms for new and existing service accounts. */
export interface ServiceAccountValues {
  readonly name: string;
  readonly description: string;
  /** In the format of a datetime-local input: local time without a zone. '' for never. */
  readonly expiration: string;
  readonly restrict: boolean;
  readonly policy: string;
}

export interface NewServiceAccountValues extends ServiceAccountValues {
  readonly custom: boolean;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface EditedServiceAccountValues extends ServiceAccountValues {
  readonly enabled: boolean;
}

/** The initial policy: it allows reading and writing one bucket. */
const POLICY_TEMPLATE = JSON.stringify(
  {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject'],
        Resource: ['arn:aws:s3:::bucket/*'],
      },
    ],
  },
  null,
  2,
);

export const NEW_VALUES: NewServiceAccountValues = {
  name: '',
  description: '',
  expiration: '',
  restrict: false,
  policy: POLICY_TEMPLATE,
  custom: false,
  accessKey: '',
  secretKey: '',
};

const MIN_LIFE = 15 * 60_000;
const MAX_LIFE = 365 * 24 * 3_600_000;

/** Returns the error in the time; undefined if there is none. */
export function isExpirationWrong(local: string, now: number): boolean {
  if (local === '') return false;
  const life = new Date(local).getTime() - now;
  return !(life >= MIN_LIFE && life <= MAX_LIFE);
}

export const isNameWrong = (name: string) => !/^(?:[a-zA-Z].{0,31})?$/u.test(name);

export const isDescriptionWrong = (text: string) => new TextEncoder().encode(text).length > 256;

export const isAccessKeyWrong = (key: string) => !/^(?! )[^=,\p{Cc}]{3,20}(?<! )$/u.test(key);

export const isSecretKeyWrong = (key: string) => key.length < 8 || key.length > 40;

/** Local time for a datetime-local input, to the minute. */
function localTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const moment = new Date(iso);
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

function isoTime(local: string): string {
  return local === '' ? '' : new Date(local).toISOString();
}

/** Returns the request for a new service account; empty fields are omitted. */
export function newServiceAccountBody(values: NewServiceAccountValues): AskedServiceAccount {
  const { name, description, expiration, restrict, policy, custom, accessKey, secretKey } = values;
  return {
    policy: restrict ? policy : '',
    ...(name !== '' && { name }),
    ...(description !== '' && { description }),
    ...(expiration !== '' && { expiration: isoTime(expiration) }),
    ...(custom && { keys: { accessKey, secretKey } }),
  };
}

export function editedValues(details: ServiceAccountDetails): EditedServiceAccountValues {
  const { name, description, expiration, enabled, ownPolicy, policy } = details;
  return {
    name,
    description,
    expiration: localTime(expiration),
    enabled,
    restrict: ownPolicy,
    policy: ownPolicy ? policy : POLICY_TEMPLATE,
  };
}

/** Returns the request for a change: only what differs from the initial state. */
export function serviceAccountChange(
  base: ServiceAccountDetails,
  values: EditedServiceAccountValues,
): ServiceAccountChange {
  const before = editedValues(base);
  const { name, description, expiration, enabled, restrict, policy } = values;
  const samePolicy = restrict === before.restrict && (!restrict || policy === before.policy);
  return {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(expiration !== before.expiration && { expiration: isoTime(expiration) }),
    ...(enabled !== before.enabled && { enabled }),
    ...(!samePolicy && { policy: restrict ? policy : '' }),
  };
}
