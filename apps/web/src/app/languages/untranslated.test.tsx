import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MessageTree, translations } from '#web/lib/i18n/messages.ts';
import { ENGLISH_TEXTS } from '#web/testing/english-texts.ts';
import { aBucket } from '#web/testing/factories.ts';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';

/** English plural and date rules, but with every text in brackets. */
const PSEUDO = 'en-XA';

function bracketed(tree: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? `⟦${value}⟧` : bracketed(value),
    ]),
  );
}

/** Values sent by the server, units, the month and time zone of a date, and the product name. */
const DATA =
  /\b(?:photos|root|storage\.example\.test|readers|alice|harbour\.jpg|jpeg|image|MiB|KiB|GiB|B|UTC|GMT|[A-Z][a-z]{2}(?= 20\d\d)|s3:\w+|logs|arn:[\w:]+|Stowage)\b/g;
const READ = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'];

/** The letters on the page that did not come from a translated text. */
function untranslated(): string[] {
  const parts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode as Text;
    if (parentElement?.closest('style, script, code') === null) parts.push(data);
  }
  for (const attribute of READ) {
    for (const element of document.body.querySelectorAll(`[${attribute}]`)) {
      parts.push(element.getAttribute(attribute) ?? '');
    }
  }
  let text = parts.join('\n');
  // Texts are nested in texts.
  for (let inner = ''; inner !== text; ) {
    inner = text;
    text = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  }
  return text.replace(DATA, '').match(/.*\p{L}{2,}.*/gu) ?? [];
}

const HANDLERS: Handlers = {
  'buckets.list': () => ({ buckets: [aBucket({ details: { versioning: true } })], total: 1 }),
  'buckets.get': () => aBucket({ allowedActions: ['s3:*', 'admin:*'] }),
  'buckets.listAccess': () => ({ access: {}, anonymous: [] }),
  'buckets.hasPermission': () => ({ permissions: [] }),
  'objects.list': () => ({
    objects: [{ name: 'harbour.jpg', size: 4_404_019, last_modified: '2026-11-12T09:41:07Z' }],
    total: 1,
  }),
  'bucketAdmin.getUsage': () => ({ size: 0, objects: 0 }),
  'bucketAdmin.getAccessPolicy': () => ({ access: 'PRIVATE', revision: '1' }),
  'bucketAdmin.getVersioning': () => ({ is_versioned: false, status: 'off', revision: '1' }),
  'bucketAdmin.getObjectLocking': () => ({ object_locking_enabled: false }),
  'bucketAdmin.getRetention': () => ({ revision: '1' }),
  'bucketAdmin.getEncryption': () => fail('EncryptionNotFound'),
  'bucketAdmin.getQuota': () => ({ quota: 0, type: 'hard', revision: '1' }),
  'bucketAdmin.getTags': () => ({ tags: {}, revision: '1' }),
  'bucketAdmin.listKmsKeys': () => ({ configured: false, keys: [] }),
  'bucketAdmin.listReplicationRules': () => ({ rules: [], total: 0 }),
  'bucketAdmin.listLifecycleRules': () => ({ lifecycle: [], total: 0 }),
  'tiers.list': () => ({ items: [] }),
  'bucketAdmin.listArns': () => ({ arns: [], targets: [] }),
  'bucketAdmin.listEvents': () => ({ events: [], total: 0 }),
  'bucketAdmin.listAccessRules': () => ({
    accessRules: [],
    total: 0,
    otherStatements: 0,
    noRule: '1',
  }),
  'bucketAdmin.listBucketPolicies': () => ({ policies: [], total: 0, anonymous: [] }),
  'bucketAdmin.auditBucketUsers': () => ({ users: [], total: 0 }),
};

beforeEach(async () => {
  for (const { namespace, english } of ENGLISH_TEXTS) {
    translations().addResourceBundle(PSEUDO, namespace, bracketed(english));
  }
  await translations().changeLanguage(PSEUDO);
});
afterEach(() => translations().changeLanguage('en'));

const admin = '/buckets/photos/admin';

it.each([
  ['/login', /Enter Username/],
  ['/buckets', /Browse/],
  ['/buckets/photos/browse/', /Last Modified/],
  [`${admin}/summary`, /Reported Usage/],
  [`${admin}/events`, /There are no/],
  [`${admin}/replication`, /There are no/],
  [`${admin}/lifecycle`, /There are no/],
  [`${admin}/access`, /Access Audit.*Anonymous users/s],
  [`${admin}/prefix`, /There are no/],
  ['/tools', /Watch/],
  ['/tools/watch', /No Changes/],
  ['/404', /404/],
])('%s says nothing that a translation does not reach', async (route, sign) => {
  renderApp({
    route,
    handlers: {
      ...HANDLERS,
      ...(route === '/login' && { 'auth.getSession': () => fail('SessionRequired') }),
    },
  });
  await waitFor(() => expect(document.body).toHaveTextContent(sign));
  expect(document.body).toHaveTextContent('⟦');
  expect(untranslated()).toEqual([]);
});
