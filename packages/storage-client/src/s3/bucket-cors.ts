import { parseXml, type XmlElement, xmlChildren, xmlDocument } from '@stowage/storage-wire/xml';
import type { Transport } from '../transport.ts';
import { group, leaf, markup, withText } from './edit-xml.ts';
import { optionalText, readXml, textOf } from './read-xml.ts';
import { subresources } from './subresources.ts';
import type { CorsRule, RuleOperations } from './types-rules.ts';

type Cors = Pick<RuleOperations, 'getBucketCors' | 'putBucketCors'>;

const NAME = 'cors';
const ROOT = 'CORSConfiguration';

export function bucketCorsOperations(transport: Transport): Cors {
  const { get, put, remove } = subresources(transport);
  return {
    async getBucketCors(call) {
      return xmlChildren(readXml(await get(call, NAME), ROOT), 'CORSRule').map(readRule);
    },

    putBucketCors: ({ rules, ...call }) =>
      rules.length === 0 ? remove(call, NAME) : put(call, NAME, corsDocument(rules)),
  };
}

/** Returns the configuration (XML text) with these rules. */
export function corsDocument(rules: readonly CorsRule[]): string {
  return xmlDocument(
    ROOT,
    rules.map((rule) => markup(writeRule(rule))),
  );
}

function readRule(rule: XmlElement): CorsRule {
  const texts = (name: string) => xmlChildren(rule, name).map(({ text }) => text.trim());
  const maxAge = optionalText(rule, 'MaxAgeSeconds')?.trim();
  return {
    stored: markup(rule),
    id: textOf(rule, 'ID').trim(),
    origins: texts('AllowedOrigin'),
    methods: texts('AllowedMethod'),
    headers: texts('AllowedHeader'),
    exposed: texts('ExposeHeader'),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
  };
}

function writeRule(rule: CorsRule): XmlElement {
  const stored = rule.stored === '' ? group('CORSRule', []) : parseXml(rule.stored);
  let written = withText(stored, ['ID'], rule.id === '' ? undefined : rule.id);
  written = withTexts(written, 'AllowedOrigin', rule.origins);
  written = withTexts(written, 'AllowedMethod', rule.methods);
  written = withTexts(written, 'AllowedHeader', rule.headers);
  written = withTexts(written, 'ExposeHeader', rule.exposed);
  return withText(written, ['MaxAgeSeconds'], rule.maxAge);
}

/** Returns the parent with its children of that name replaced by one per text. */
function withTexts(parent: XmlElement, name: string, texts: readonly string[]): XmlElement {
  const others = parent.children.filter((child) => child.name !== name);
  return { ...parent, children: [...others, ...texts.map((text) => leaf(name, text))] };
}
