import { nestsDeeper } from '../json-depth.ts';
import { readWildcard, wildcardsOverlap } from '../wildcard-pairs.ts';
import { compilePolicy, resourcePattern } from './compile.ts';
import type { PolicyDocument, PolicyStatement } from './document.ts';
import { PolicyError } from './document.ts';

/** The longest policy text that the storage API accepts, in UTF-8 bytes. */
export const MAX_POLICY_BYTES = 20 * 1024;
const MAX_DEPTH = 8;
const VERSION = '2012-10-17';

type Fields = ReadonlyMap<string, unknown>;

/**
 * Parses a policy of users and groups (JSON text).
 *
 * @throws PolicyError naming the field, for unknown or missing fields, a text over
 *    MAX_POLICY_BYTES, and operators, actions, resources and condition keys that the storage does
 *    not support
 */
export function parsePolicy(text: string): PolicyDocument {
  return parseDocument(text, false);
}

/**
 * Parses a bucket policy: like `parsePolicy`, but each statement needs a Principal and only this
 * bucket's resources are accepted.
 */
export function parseBucketPolicy(text: string, bucket: string): PolicyDocument {
  const policy = parseDocument(text, true);
  const isInside = belongsTo(bucket);
  for (const [index, statement] of policy.Statement.entries()) {
    const resources = statement.Resource ?? statement.NotResource ?? [];
    const foreign = resources.find((resource) => !isInside(resource));
    if (foreign !== undefined) {
      const message = `'${foreign}' is not in bucket '${bucket}'.`;
      throw new PolicyError('unsupported-resource', `Statement[${index}].Resource`, message);
    }
  }
  return policy;
}

/** Returns a predicate for whether a resource can be a bucket or something in it. */
export function belongsTo(bucket: string): (resource: string) => boolean {
  const own = [readWildcard(bucket), readWildcard(`${bucket}/*`)];
  return (resource) => {
    const pattern = readWildcard(resourcePattern(resource));
    return own.some((one) => wildcardsOverlap(one, pattern));
  };
}

function parseDocument(text: string, ofBucket: boolean): PolicyDocument {
  checkSize(text);
  const fields = readFields(parseJson(text), '', ['id', 'version', 'statement']);
  const version = readText(fields, 'version', 'Version');
  if (version === '') throw new PolicyError('missing', 'Version', 'It is required.');
  if (version !== VERSION) {
    throw new PolicyError('unsupported-version', 'Version', `The version must be ${VERSION}.`);
  }
  const id = fields.has('id') ? readText(fields, 'id', 'ID') : undefined;
  const written = fields.get('statement');
  if (written === undefined) throw new PolicyError('missing', 'Statement', 'It is required.');
  const statements = (Array.isArray(written) ? written : [written]).map((statement, index) =>
    parseStatement(statement, `Statement[${index}]`, ofBucket),
  );
  const policy: PolicyDocument = {
    ...(id === undefined ? {} : { ID: id }),
    Version: version,
    Statement: statements,
  };
  compilePolicy(policy);
  return policy;
}

function parseStatement(value: unknown, field: string, ofBucket: boolean): PolicyStatement {
  const names = ['sid', 'effect', 'action', 'notaction', 'resource', 'notresource', 'condition'];
  const fields = readFields(value, field, ofBucket ? [...names, 'principal'] : names);
  const effect = readText(fields, 'effect', `${field}.Effect`);
  if (effect !== 'Allow' && effect !== 'Deny') {
    throw new PolicyError('unsupported-effect', `${field}.Effect`, 'It must be Allow or Deny.');
  }
  const action = readList(fields, 'action', `${field}.Action`);
  const notAction = readList(fields, 'notaction', `${field}.NotAction`);
  const resource = readResources(fields, 'resource', `${field}.Resource`);
  const notResource = readResources(fields, 'notresource', `${field}.NotResource`);
  checkPair(action, notAction, field, 'Action');
  if (action === undefined && notAction === undefined) {
    throw new PolicyError('missing', `${field}.Action`, 'An action is required.');
  }
  checkPair(resource, notResource, field, 'Resource');
  const condition = readConditions(fields.get('condition'), `${field}.Condition`);
  return {
    ...(fields.has('sid') ? { Sid: readText(fields, 'sid', `${field}.Sid`) } : {}),
    Effect: effect,
    ...(ofBucket ? { Principal: readPrincipal(fields.get('principal'), field) } : {}),
    ...(action === undefined ? {} : { Action: action }),
    ...(notAction === undefined ? {} : { NotAction: notAction }),
    ...(resource === undefined ? {} : { Resource: resource }),
    ...(notResource === undefined ? {} : { NotResource: notResource }),
    ...(condition === undefined ? {} : { Condition: condition }),
  };
}

function checkPair(
  yes: readonly string[] | undefined,
  no: readonly string[] | undefined,
  field: string,
  name: string,
): void {
  if (yes === undefined || no === undefined) return;
  const message = `${name} and Not${name} cannot stand in one statement.`;
  throw new PolicyError('not-allowed-together', `${field}.Not${name}`, message);
}

function readPrincipal(value: unknown, statement: string): { AWS: readonly string[] } {
  const field = `${statement}.Principal`;
  if (value === undefined) throw new PolicyError('missing', field, 'A principal is required.');
  if (value === '*') return { AWS: ['*'] };
  if (typeof value === 'string') {
    throw new PolicyError('unsupported-principal', field, "It must be '*' or name AWS accounts.");
  }
  const names = readList(readFields(value, field, ['aws']), 'aws', `${field}.AWS`);
  if (names === undefined) throw new PolicyError('missing', `${field}.AWS`, 'It is required.');
  return { AWS: names };
}

function readConditions(value: unknown, field: string): PolicyStatement['Condition'] {
  if (value === undefined) return undefined;
  const operators: [string, Record<string, readonly string[]>][] = [];
  for (const [operator, keys] of readObject(value, field)) {
    const entries = [...readObject(keys, `${field}.${operator}`)].map(
      ([key, values]) =>
        [key, readValues(values, operator, `${field}.${operator}.${key}`)] as const,
    );
    operators.push([operator, Object.fromEntries(entries)]);
  }
  return operators.length === 0 ? undefined : Object.fromEntries(operators);
}

function readValues(value: unknown, operator: string, field: string): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const onlyText = /String|Binary|Ip|Date/.test(operator);
  const texts = list.map((entry) => {
    const plain = typeof entry === 'number' || typeof entry === 'boolean';
    if (typeof entry === 'string') return entry;
    if (plain && !onlyText) return String(entry);
    throw new PolicyError('wrong-type', field, 'It must be a text or a list of texts.');
  });
  if (texts.length === 0) throw new PolicyError('missing', field, 'A value is required.');
  if (new Set(texts).size < texts.length) {
    throw new PolicyError('duplicate', field, 'A value stands twice.');
  }
  return texts;
}

function readList(fields: Fields, name: string, field: string): readonly string[] | undefined {
  const value = fields.get(name);
  if (value === undefined) return undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = list.filter((entry) => typeof entry === 'string');
  if (texts.length < list.length) {
    throw new PolicyError('wrong-type', field, 'It must be a text or a list of texts.');
  }
  if (texts.length === 0) throw new PolicyError('missing', field, 'It must not be empty.');
  return [...new Set(texts)];
}

/** MinIO gives the resource '*' back as '**'. */
function readResources(fields: Fields, name: string, field: string): readonly string[] | undefined {
  const written = readList(fields, name, field);
  return written && [...new Set(written.map((resource) => (resource === '**' ? '*' : resource)))];
}

function readText(fields: Fields, name: string, field: string): string {
  const value = fields.get(name);
  if (value === undefined) throw new PolicyError('missing', field, 'It is required.');
  if (typeof value !== 'string') throw new PolicyError('wrong-type', field, 'It must be a text.');
  return value;
}

/** Returns the fields of an object by lower-case name: field names are case-insensitive. */
function readFields(value: unknown, field: string, known: readonly string[]): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, content] of readObject(value, field)) {
    const place = field === '' ? name : `${field}.${name}`;
    const folded = name.toLowerCase();
    if (!known.includes(folded)) {
      throw new PolicyError('unknown-field', place, 'There is no such field here.');
    }
    if (fields.has(folded)) throw new PolicyError('duplicate', place, 'It stands twice.');
    if (content !== null) fields.set(folded, content);
  }
  return fields;
}

function readObject(value: unknown, field: string): Iterable<[string, unknown]> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PolicyError('wrong-type', field, 'It must be an object.');
  }
  return Object.entries(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PolicyError('not-json', '', `The policy is not valid JSON: ${reason}`);
  }
}

function checkSize(text: string): void {
  if (new TextEncoder().encode(text).length > MAX_POLICY_BYTES) {
    const message = `A policy has at most ${MAX_POLICY_BYTES} bytes.`;
    throw new PolicyError('too-large', '', message);
  }
  if (nestsDeeper(text, MAX_DEPTH)) {
    throw new PolicyError('too-deep', '', `A policy nests at most ${MAX_DEPTH} levels.`);
  }
}
