import { networkContains, parseIpAddress } from '../ip-address.ts';
import { contextName, isConditionKey } from './condition-keys.ts';
import {
  checkCopySources,
  checkStringValues,
  plainValue,
  readBase64,
  readBoolean,
  readInteger,
  readNetworks,
  readTime,
  required,
  singleValue,
} from './condition-values.ts';
import { PolicyError } from './document.ts';
import type { ConditionContext } from './variables.ts';
import {
  contextValues,
  hasVariables,
  matchWithVariables,
  substituteVariables,
} from './variables.ts';

/** Whether the request's values for the key satisfy a condition. */
type Test = (actual: readonly string[], context: ConditionContext) => boolean;

/** A compiled condition of a statement. */
export interface Condition {
  readonly key: string;
  readonly holds: (context: ConditionContext) => boolean;
  /** Whether the context has every key that `holds` checks; if not, the answer is a guess. */
  readonly isDecided: (context: ConditionContext) => boolean;
}

interface Written {
  readonly key: string;
  readonly values: readonly string[];
  readonly qualifier: 'ForAllValues' | 'ForAnyValue' | undefined;
  readonly field: string;
}

type Compiler = (written: Written) => Test;

/** The operators by name. The suffix 'IfExists' accepts a missing key. */
const OPERATORS: Readonly<Record<string, Compiler>> = {
  StringEquals: (written) => stringTest(written, identity),
  StringNotEquals: (written) => not(stringTest(written, identity)),
  StringEqualsIgnoreCase: (written) => stringTest(written, lower),
  StringNotEqualsIgnoreCase: (written) => not(stringTest(written, lower)),
  StringLike: likeTest,
  StringNotLike: (written) => not(likeTest(written)),
  BinaryEquals: binaryTest,
  IpAddress: addressTest,
  NotIpAddress: (written) => not(addressTest(written)),
  Bool: booleanTest,
  Null: nullTest,
  NumericEquals: (written) => numberTest(written, (a, b) => a === b),
  NumericNotEquals: (written) => numberTest(written, (a, b) => a !== b),
  NumericLessThan: (written) => numberTest(written, (a, b) => a < b),
  NumericLessThanEquals: (written) => numberTest(written, (a, b) => a <= b),
  NumericGreaterThan: (written) => numberTest(written, (a, b) => a > b),
  NumericGreaterThanEquals: (written) => numberTest(written, (a, b) => a >= b),
  DateEquals: (written) => timeTest(written, (a, b) => a === b),
  DateNotEquals: (written) => timeTest(written, (a, b) => a !== b),
  DateLessThan: (written) => timeTest(written, (a, b) => a < b),
  DateLessThanEquals: (written) => timeTest(written, (a, b) => a <= b),
  DateGreaterThan: (written) => timeTest(written, (a, b) => a > b),
  DateGreaterThanEquals: (written) => timeTest(written, (a, b) => a >= b),
};

/** The operators without qualifiers and suffixes, for editors. */
export const OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS);

/**
 * Compiles one entry of a statement's Condition. `operator` may carry a set qualifier
 * ('ForAnyValue:StringLike') and the suffix 'IfExists'.
 *
 * @throws PolicyError for an invalid operator, key or value
 */
export function compileCondition(
  operator: string,
  key: string,
  values: readonly string[],
  field: string,
): Condition {
  const { compiler, qualifier, ifExists } = parseOperator(operator, field);
  if (!isConditionKey(key)) {
    throw new PolicyError('unsupported-key', field, `There is no condition key '${key}'.`);
  }
  const test = compiler({ key, values, qualifier, field });
  const name = contextName(key);
  return {
    key,
    holds: (context) => {
      const actual = contextValues(context, name);
      return (ifExists && actual.length === 0) || test(actual, context);
    },
    isDecided: (context) =>
      contextValues(context, name).length > 0 &&
      values.every((value) => !hasVariables(substituteVariables(value, context))),
  };
}

function parseOperator(operator: string, field: string) {
  const parts = operator.split(':');
  const written = parts.at(-1) ?? '';
  const ifExists = written.endsWith('IfExists');
  const name = ifExists ? written.slice(0, -'IfExists'.length) : written;
  const qualifier = parts.length === 2 ? setQualifier(parts[0]) : undefined;
  const compiler = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  const known = parts.length === 1 || (parts.length === 2 && qualifier !== undefined);
  if (compiler === undefined || !known || (ifExists && name === 'Null')) {
    throw new PolicyError('unsupported-operator', field, `There is no operator '${operator}'.`);
  }
  return { compiler, qualifier, ifExists };
}

function setQualifier(text: string | undefined): Written['qualifier'] {
  return text === 'ForAllValues' || text === 'ForAnyValue' ? text : undefined;
}

function not(test: Test): Test {
  return (actual, context) => !test(actual, context);
}

function identity(text: string): string {
  return text;
}

function lower(text: string): string {
  return text.toLowerCase();
}

function quantify(
  qualifier: Written['qualifier'],
  actual: readonly string[],
  matches: (value: string) => boolean,
): boolean {
  return qualifier === 'ForAllValues' ? actual.every(matches) : actual.some(matches);
}

function stringTest({ key, values, qualifier, field }: Written, fold: (text: string) => string) {
  checkCopySources(key, values, field);
  checkStringValues(key, values, field);
  const plain = values.map((value) => plainValue(key, value));
  const test: Test = (actual, context) => {
    const wanted = new Set(plain.map((value) => fold(substituteVariables(value, context))));
    return quantify(qualifier, actual, (value) => wanted.has(fold(value)));
  };
  return test;
}

function likeTest({ key, values, qualifier, field }: Written): Test {
  checkCopySources(key, values, field);
  const patterns = values.map((value) => plainValue(key, value));
  return (actual, context) =>
    quantify(qualifier, actual, (value) =>
      patterns.some((pattern) => matchWithVariables(pattern, value, context)),
    );
}

function binaryTest({ values, qualifier, field }: Written): Test {
  const wanted = new Set(
    values.map((value) => required(readBase64(value), field, value, 'base64')),
  );
  return (actual) => quantify(qualifier, actual, (value) => wanted.has(value));
}

function addressTest({ key, values, field }: Written): Test {
  if (key !== 'aws:SourceIp') {
    throw new PolicyError('unsupported-key', field, 'Addresses go with aws:SourceIp only.');
  }
  const networks = readNetworks(values, field);
  return (actual) => {
    const addresses = actual.map(parseIpAddress);
    if (addresses.includes(undefined)) return false;
    return addresses.some(
      (address) =>
        address !== undefined && networks.some((network) => networkContains(network, address)),
    );
  };
}

function booleanTest({ key, values, field }: Written): Test {
  if (key !== 'aws:SecureTransport') {
    throw new PolicyError('unsupported-key', field, 'Bool goes with aws:SecureTransport only.');
  }
  const text = singleValue(values, field);
  const wanted = required(readBoolean(text), field, text, 'true or false');
  return ([value]) => value !== undefined && readBoolean(value) === wanted;
}

function nullTest({ values, field }: Written): Test {
  const text = singleValue(values, field);
  const missing = required(readBoolean(text), field, text, 'true or false');
  return (actual) => (actual.length === 0) === missing;
}

function numberTest({ values, field }: Written, compare: (a: number, b: number) => boolean): Test {
  const text = singleValue(values, field);
  const wanted = required(readInteger(text), field, text, 'a whole number');
  return ([value]) => {
    const actual = value === undefined ? undefined : readInteger(value);
    return actual !== undefined && compare(actual, wanted);
  };
}

function timeTest({ values, field }: Written, compare: (a: number, b: number) => boolean): Test {
  const text = singleValue(values, field);
  const wanted = required(readTime(text), field, text, 'a time such as 2026-01-31T12:00:00Z');
  return ([value]) => {
    const actual = value === undefined ? undefined : readTime(value);
    return actual !== undefined && compare(actual, wanted);
  };
}
