import { nestsDeeper } from '@stowage/domain/json-depth';
import { endpoint, storage } from '../endpoint.ts';
import { PageQuery } from '../page-query.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

const errors = [...storageErrors, 'InvalidInput', 'NotFound', 'NotSupported'] as const;

/** MinIO's limits for the fields of a service account. */
export const SERVICE_ACCOUNT_LIMITS = {
  accessKey: { min: 3, max: 20 },
  secretKey: { min: 8, max: 40 },
  name: 32,
  descriptionBytes: 256,
  /** For the policy, as JSON without whitespace. */
  policyBytes: 4096,
  /** Seconds until expiry. */
  life: { min: 15 * 60, max: 365 * 24 * 3600 },
} as const;

const { accessKey, secretKey, name, descriptionBytes, policyBytes } = SERVICE_ACCOUNT_LIMITS;

/** Far more than any statement has. */
const MAX_POLICY_DEPTH = 32;

/**
 * A policy as JSON; the storage server validates its content. '' for none: the rights of the
 * parent.
 */
const PolicyText = z
  .string()
  .max(20 * 1024)
  .refine((text) => !nestsDeeper(text, MAX_POLICY_DEPTH), {
    error: 'It nests too deeply',
    abort: true,
  })
  .refine((text) => text.trim() === '' || isObject(text), 'It must be a policy in JSON')
  .refine((text) => compactBytes(text) <= policyBytes, `Too big: at most ${policyBytes} bytes`);

const Name = z
  .string()
  .max(name)
  .regex(/^(?:[a-zA-Z].*)?$/, 'It must begin with a letter')
  .refine(isPrintable, 'It holds control characters');

const Description = z
  .string()
  .max(descriptionBytes)
  .refine((text) => bytesOf(text) <= descriptionBytes, `Too big: at most ${descriptionBytes} bytes`)
  .refine(isPrintable, 'It holds control characters');

/** Expiry: ISO 8601 with time zone; '' for never. */
const Expiration = z.union([z.literal(''), z.iso.datetime({ offset: true })]);

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isPrintable(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(text: string): boolean {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compactBytes(text: string): number {
  const value = parsed(text);
  return value === undefined ? 0 : bytesOf(JSON.stringify(value));
}

/** The fields of a new service account other than its keys. */
export const NewServiceAccount = z.object({
  policy: PolicyText.optional(),
  name: Name.optional(),
  description: Description.optional(),
  expiration: Expiration.optional(),
});
export type NewServiceAccount = z.input<typeof NewServiceAccount>;

/** The same with custom keys. */
export const NewServiceAccountWithKeys = NewServiceAccount.extend({
  accessKey: z
    .string()
    .min(accessKey.min)
    .max(accessKey.max)
    .refine((text) => text.trim() === text && isPrintable(text) && !/[=,]/.test(text), {
      error: "It must not hold '=', ',' or control characters, or begin or end with a space",
    }),
  secretKey: z.string().min(secretKey.min).max(secretKey.max),
});
export type NewServiceAccountWithKeys = z.input<typeof NewServiceAccountWithKeys>;

const KeyPair = z.object({ accessKey: z.string(), secretKey: z.string() });

/** The credentials of a new service account, returned only once: one pair, or a list of pairs. */
export const ServiceAccountCredentials = z.union([
  KeyPair.extend({ idp: z.boolean().optional() }),
  z.object({ console: z.union([KeyPair, z.array(KeyPair)]), idp: z.boolean().optional() }),
]);
export type ServiceAccountCredentials = z.infer<typeof ServiceAccountCredentials>;

/** A service account in a list. */
export const ServiceAccount = z.object({
  accessKey: z.string(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  /** ISO 8601; absent when it never expires. */
  expiration: z.string().optional(),
  /** ISO 8601; absent if the storage server does not report it. */
  createdAt: z.string().optional(),
  /**
   * ISO 8601, to the hour; absent if the storage server does not report it or has not seen any use
   * yet.
   */
  lastUsed: z.string().optional(),
  /** Whether its own policy restricts the rights of its parent. */
  ownPolicy: z.boolean(),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** A service account with everything known about it except its secret. */
export const ServiceAccountDetails = ServiceAccount.extend({
  /** The user whose rights are its upper limit. */
  parent: z.string(),
  /** JSON: its own policy, or its parent's rights. */
  policy: z.string(),
  /** Number of inherited policies, from the keys that created it, which restrict it as well. */
  inheritedPolicies: z.int(),
  /** Identifies this state: a change carries it so that concurrent changes are not lost. */
  revision: z.string(),
});
export type ServiceAccountDetails = z.infer<typeof ServiceAccountDetails>;

const AccessKeyParams = z.object({ accessKey: z.string() });
const UserParams = z.object({ user: z.string() });

export const listServiceAccounts = endpoint({
  id: 'serviceAccounts.list',
  method: 'GET',
  path: '/service-accounts',
  summary: "The access keys of one's own service accounts",
  permission: storage('admin:ListServiceAccounts'),
  query: PageQuery,
  response: z.array(z.string()),
  status: 200,
  errors,
});

export const createServiceAccount = endpoint({
  id: 'serviceAccounts.create',
  method: 'POST',
  path: '/service-accounts',
  summary: 'Create a service account for oneself',
  permission: storage('admin:CreateServiceAccount'),
  body: NewServiceAccount,
  response: ServiceAccountCredentials,
  status: 201,
  errors,
});

export const createServiceAccountWithKeys = endpoint({
  id: 'serviceAccounts.createWithKeys',
  method: 'POST',
  path: '/service-account-credentials',
  summary: 'Create a service account for oneself, with these keys',
  permission: storage('admin:CreateServiceAccount'),
  body: NewServiceAccountWithKeys,
  response: ServiceAccountCredentials,
  status: 201,
  errors,
});

export const deleteServiceAccount = endpoint({
  id: 'serviceAccounts.delete',
  method: 'DELETE',
  path: '/service-accounts/{accessKey}',
  summary: "Delete a service account, one's own or that of a user",
  permission: storage('admin:RemoveServiceAccount'),
  params: AccessKeyParams,
  response: null,
  status: 204,
  errors,
});

export const getServiceAccount = endpoint({
  id: 'serviceAccounts.get',
  method: 'GET',
  path: '/service-accounts/{accessKey}',
  summary: 'A service account with its policy',
  permission: storage('admin:ListServiceAccounts'),
  params: AccessKeyParams,
  response: ServiceAccountDetails,
  status: 200,
  errors,
});

/**
 * The fields to change; omitted ones are kept. Servers cannot clear a name or a description once
 * set.
 */
export const ServiceAccountChange = z.object({
  policy: PolicyText.optional(),
  name: Name.min(1).optional(),
  description: Description.min(1).optional(),
  expiration: Expiration.optional(),
  enabled: z.boolean().optional(),
});
export type ServiceAccountChange = z.input<typeof ServiceAccountChange>;

export const updateServiceAccount = endpoint({
  id: 'serviceAccounts.update',
  method: 'PUT',
  path: '/service-accounts/{accessKey}',
  summary: 'Change the policy, the name, the expiry or the status of a service account',
  permission: storage('admin:UpdateServiceAccount'),
  params: AccessKeyParams,
  query: z.object({ revision: z.string().optional() }),
  body: ServiceAccountChange,
  response: ServiceAccountDetails,
  status: 200,
  errors: [...errors, 'ChangedMeanwhile'],
});

export const listServiceAccountDetails = endpoint({
  id: 'serviceAccounts.listDetails',
  method: 'GET',
  path: '/service-account-details',
  summary: "One's own service accounts, or those of a user, with what is known of each",
  permission: storage('admin:ListServiceAccounts'),
  query: z.object({ user: z.string().min(1).optional() }),
  response: z.object({ serviceAccounts: z.array(ServiceAccount) }),
  status: 200,
  errors,
});

export const listUserServiceAccounts = endpoint({
  id: 'serviceAccounts.listOfUser',
  method: 'GET',
  path: '/user/{user}/service-accounts',
  summary: 'The access keys of the service accounts of a user',
  permission: storage('admin:ListServiceAccounts'),
  params: UserParams,
  query: PageQuery,
  response: z.array(z.string()),
  status: 200,
  errors,
});

export const createUserServiceAccount = endpoint({
  id: 'serviceAccounts.createForUser',
  method: 'POST',
  path: '/user/{user}/service-accounts',
  summary: 'Create a service account for a user',
  permission: storage('admin:CreateServiceAccount'),
  params: UserParams,
  body: NewServiceAccount,
  response: ServiceAccountCredentials,
  status: 201,
  errors,
});

export const createUserServiceAccountWithKeys = endpoint({
  id: 'serviceAccounts.createForUserWithKeys',
  method: 'POST',
  path: '/user/{user}/service-account-credentials',
  summary: 'Create a service account for a user, with these keys',
  permission: storage('admin:CreateServiceAccount'),
  params: UserParams,
  body: NewServiceAccountWithKeys,
  response: ServiceAccountCredentials,
  status: 201,
  errors,
});
