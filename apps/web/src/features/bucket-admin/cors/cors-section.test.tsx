import type { CorsRule } from '@stowage/contract/bucket-admin/cors';
import { capabilitiesWhere } from '@stowage/domain/capabilities';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail } from '#web/testing/fake-server.ts';
import { aCorsRule, choose, openAdd, openCors, row } from './testing/open-cors.tsx';

const ORIGIN = 'Allowed origins: entry 1';
const HERE = globalThis.location.origin;
const DIRECT = 'https://storage.example.test:9000';
const otherServer = { capabilities: capabilitiesWhere((name) => name === 'cors') };

describe('the CORS rules of a bucket', () => {
  it('are listed in their order, each with what it says', async () => {
    await openCors([
      aCorsRule({ origins: ['*'], methods: ['GET', 'HEAD'], max_age: 3600 }),
      aCorsRule({
        ...{ position: 2, id: '', origins: ['https://<b>&"x".example', 'https://b.example'] },
        ...{ methods: ['PUT', 'DELETE'], headers: ['x-amz-*'], exposed: ['ETag'], max_age: 0 },
      }),
    ]);
    const first = await row(/1\. Any origin \(\*\)/);
    expect(first.getByText('GET, HEAD')).toBeDefined();
    expect(first.getByText('Pages can read; browsers remember this for 1 hour')).toBeDefined();
    const second = await row(/2\. .*b\.example/);
    expect(second.getByTitle(/<b>&"x"/)).toBeDefined();
    expect(
      second.getByText(
        'Pages can write and delete; may send x-amz-*; see ETag; browsers do not remember this',
      ),
    ).toBeDefined();
  });

  it('are told in short where they hold hundreds of names', async () => {
    const origins = Array.from({ length: 900 }, (_, index) => `https://${index}.example`);
    await openCors([aCorsRule({ origins })]);
    const shown = await row(/0\.example/);
    const name = /^Actions for .*3\.example and 896 more$/;
    expect(shown.getByRole('button', { name })).toBeDefined();
  });

  it.each([
    [['https://app.example.com/'], ['GET'], /no path and no slash at its end/],
    [['app.example.com'], ['GET'], /browsers send the scheme as well/],
    [['*'], ['PUT'], /any origin can write or delete/],
  ])('%j with %j are marked as probably wrong', async (origins, methods, why) => {
    await openCors([aCorsRule({ origins, methods })]);
    const marked = await screen.findByTitle(why);
    expect(within(marked).getByText('Check')).toBeDefined();
  });

  it.each([
    [{}, /the api setting cors_allow_origin of the storage server decides/],
    [otherServer, /pages of other origins get no access from most servers/],
  ])('say where there are none what holds without: %#', async (session, text) => {
    const { user } = await openCors([], { session });
    await screen.findByRole('heading', { name: 'There are no CORS rules yet.' });
    expect(screen.getByText(text)).toBeDefined();
    const dialog = await openAdd(user);
    expect(dialog.queryByText(/This is the first rule/) !== null).toBe(session !== otherServer);
  });

  it('are not offered by a server that decides for all buckets at once, which leads to its setting', async () => {
    await openCors([], { answer: { offered: false } });
    await screen.findByRole('heading', { name: /has no CORS rules for individual buckets/ });
    expect(screen.queryByRole('button', { name: 'Add CORS Rule' })).toBeNull();
    const link = screen.getByRole('link', { name: 'Open the API settings' });
    expect(link.getAttribute('href')).toBe('/settings/api');
  });

  it('are not more than 100', async () => {
    await openCors(
      Array.from({ length: 100 }, (_, index) => aCorsRule({ position: index + 1, id: `${index}` })),
    );
    await screen.findByText('100');
    expect(screen.queryByRole('button', { name: 'Add CORS Rule' })).toBeNull();
  });

  it.each([
    [['s3:GetBucketCors'], false],
    [['s3:GetBucketCors', 's3:PutBucketCors'], true],
  ])('%j let change them: %s', async (allowedActions, change) => {
    await openCors([aCorsRule()], { bucket: { allowedActions } });
    const shown = await row(/app\.example/);
    expect(shown.queryAllByRole('button', { name: /^Actions for/ })).toHaveLength(change ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: 'Add CORS Rule' })).toHaveLength(change ? 1 : 0);
  });
});

describe('the dialog Add CORS Rule', () => {
  it('collects everything that a rule says', async () => {
    const { user, server } = await openCors([aCorsRule()], {
      handlers: { 'bucketAdmin.addCorsRule': () => undefined },
    });
    const dialog = await openAdd(user);
    await user.type(dialog.getByLabelText(ORIGIN), ' https://*.example.com');
    await user.click(dialog.getByRole('checkbox', { name: 'PUT' }));
    await user.click(dialog.getByRole('checkbox', { name: 'HEAD' }));
    await user.type(
      dialog.getByLabelText('Request headers', { selector: 'input' }),
      'content-type,x-amz-*,',
    );
    await user.type(dialog.getByLabelText('Exposed headers', { selector: 'input' }), 'ETag,');
    await user.type(dialog.getByLabelText(/Max age/), '600');
    await user.clear(dialog.getByLabelText('Position'));
    await user.type(dialog.getByLabelText('Position'), '1');
    await user.type(dialog.getByLabelText('ID'), 'uploads');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.addCorsRule')[0]).toMatchObject({
      params: { bucket: 'photos' },
      body: {
        ...{ id: 'uploads', origins: ['https://*.example.com'], methods: ['GET', 'PUT'] },
        ...{ headers: ['content-type', 'x-amz-*'], exposed: ['ETag'], max_age: 600, position: 1 },
      },
    });
  });

  it.each([
    [ORIGIN, 'https://*.*.com', /with one \* at most/],
    [ORIGIN, 'https://bücher.example', /as browsers do \(xn--…\)/],
    ['Request headers', 'x y,', /names of headers, each with one \* at most/],
    ['Exposed headers', 'x-*,', /names of headers, without \*/],
    ['Max age (seconds)', '-1', /whole number of seconds/],
    ['Max age (seconds)', '1.5', /whole number of seconds/],
    ['Position', '9', /whole number from 1 to 2/],
  ])('refuses in %s: %s', async (label, text, error) => {
    const { user } = await openCors([aCorsRule()]);
    const dialog = await openAdd(user);
    await user.type(dialog.getByLabelText(ORIGIN), 'https://a.example');
    await user.clear(dialog.getByLabelText(label, { selector: 'input' }));
    await user.type(dialog.getByLabelText(label, { selector: 'input' }), text);
    await user.tab();
    expect((await dialog.findAllByText(error)).length).toBeGreaterThan(0);
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('needs an origin and a method', async () => {
    const { user } = await openCors([aCorsRule()]);
    const dialog = await openAdd(user);
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await user.type(dialog.getByLabelText(ORIGIN), 'https://a.example');
    await waitFor(() => expect(save).not.toBeDisabled());
    await user.click(dialog.getByRole('checkbox', { name: 'GET' }));
    await user.click(dialog.getByRole('checkbox', { name: 'HEAD' }));
    expect(dialog.getByText('Choose at least one method.')).toBeDefined();
    expect(save).toBeDisabled();
  });

  it('says what is probably a mistake, and lets it be saved', async () => {
    const { user } = await openCors([aCorsRule()]);
    const dialog = await openAdd(user);
    await user.type(dialog.getByLabelText(ORIGIN), 'https://a.example/app');
    expect(await dialog.findByText(/no path and no slash at its end/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Save' })).not.toBeDisabled();
    await user.clear(dialog.getByLabelText(ORIGIN));
    await user.type(dialog.getByLabelText(ORIGIN), '*');
    await user.click(dialog.getByRole('checkbox', { name: 'DELETE' }));
    expect(await dialog.findByText(/any origin can write or delete/)).toBeDefined();
  });

  it('keeps what was entered when the server refuses, and shows its words', async () => {
    const detail = 'The CORS rules of a bucket have 64 KiB together at most.';
    const { user } = await openCors([aCorsRule()], {
      handlers: { 'bucketAdmin.addCorsRule': () => fail('InvalidInput', { detail }) },
    });
    const dialog = await openAdd(user);
    await user.type(dialog.getByLabelText(ORIGIN), 'https://a.example');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain(detail);
    expect(dialog.getByLabelText(ORIGIN)).toHaveValue('https://a.example');
  });
});

describe('the dialog Edit CORS Rule', () => {
  it('changes the rule, held to the state it shows', async () => {
    let rule = aCorsRule({ exposed: ['ETag'], headers: ['x-a'], max_age: 5 });
    const { user, server } = await openCors([], {
      handlers: {
        'bucketAdmin.listCorsRules': () => ({ rules: [rule], offered: true }),
        'bucketAdmin.editCorsRule': ({ query }) =>
          query.revision === 'r2' ? undefined : fail('ChangedMeanwhile'),
      },
    });
    const dialog = await choose(user, 'https://app.example.com', 'Edit');
    expect(dialog.getByLabelText('ID')).toHaveValue('app');
    expect(dialog.queryByLabelText('Position')).toBeNull();
    rule = { ...rule, methods: ['GET', 'HEAD'], revision: 'r2' };
    await user.click(dialog.getByRole('checkbox', { name: 'PUT' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'HEAD' })).toBeChecked());
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.editCorsRule')[1]).toMatchObject({
      params: { bucket: 'photos', position: 1 },
      query: { revision: 'r2' },
      body: {
        ...{ id: 'app', origins: ['https://app.example.com'], methods: ['GET', 'HEAD'] },
        ...{ headers: ['x-a'], exposed: ['ETag'], max_age: 5, position: 1 },
      },
    });
  });
});

describe('the dialog Delete CORS Rule', () => {
  it('says what holds without the last rule, and deletes it', async () => {
    let rules: CorsRule[] = [aCorsRule()];
    const { user, server } = await openCors([], {
      handlers: {
        'bucketAdmin.listCorsRules': () => ({ rules, offered: true }),
        'bucketAdmin.deleteCorsRule': () => {
          rules = [];
          return undefined;
        },
      },
    });
    const dialog = await choose(user, 'https://app.example.com', 'Delete');
    expect(dialog.getByText(/the server lets in pages from any origin by default/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { name: 'There are no CORS rules yet.' });
    expect(server.calls('bucketAdmin.deleteCorsRule')[0]).toMatchObject({
      params: { bucket: 'photos', position: 1 },
      query: { revision: 'r1' },
    });
  });

  it('is not offered for the last rule without the permission for it', async () => {
    const allowedActions = ['s3:GetBucketCors', 's3:PutBucketCors'];
    const { user } = await openCors([aCorsRule()], { bucket: { allowedActions } });
    const shown = await row(/app\.example/);
    await user.click(shown.getByRole('button', { name: /^Actions for/ }));
    expect(await screen.findByText(/only be deleted with the permission/)).toBeDefined();
  });
});

describe('the direct way of uploads', () => {
  const notice = () => screen.queryByRole('button', { name: 'Let this console in' });
  const own = { origins: [HERE], headers: ['x-amz-checksum-crc32'], exposed: ['ETag'] };

  it.each<[string, CorsRule[], object, boolean]>([
    ['rules that leave the console out', [aCorsRule()], {}, true],
    ['rules that let it in', [aCorsRule({ ...own, methods: ['GET', 'PUT'] })], {}, false],
    ['no rules', [], {}, false],
    ['no rules of another server', [], otherServer, true],
  ])('is spoken of with %s', async (_case, rules, session, told) => {
    await openCors(rules, { answer: { direct_origin: DIRECT }, session });
    await screen.findAllByRole('button', { name: 'Add CORS Rule' });
    expect(notice() !== null).toBe(told);
  });

  it('is not spoken of where the console has no address for it, or the same', async () => {
    const { unmount } = await openCors([aCorsRule()]);
    await row(/app\.example/);
    expect(notice()).toBeNull();
    unmount();
    await openCors([aCorsRule()], { answer: { direct_origin: HERE } });
    await row(/app\.example/);
    expect(notice()).toBeNull();
  });

  it.each<[string, CorsRule, number | undefined]>([
    ['last', aCorsRule(), undefined],
    [
      'first, where another would answer for it',
      aCorsRule({ ...own, methods: ['GET', 'PUT'], exposed: [] }),
      1,
    ],
  ])('is opened by the button with a rule that comes %s', async (_case, rule, position) => {
    const rules = [rule];
    const { user, server } = await openCors(rules, {
      answer: { direct_origin: DIRECT },
      handlers: {
        'bucketAdmin.addCorsRule': ({ body }) => {
          rules.unshift(aCorsRule({ ...body, position: 1, id: 'own' }));
          return undefined;
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Let this console in' }));
    await waitFor(() => expect(notice()).toBeNull());
    const { body } = server.calls('bucketAdmin.addCorsRule')[0] ?? {};
    expect(body).toEqual({
      ...{ ...own, id: '', methods: ['GET', 'PUT'] },
      ...(position !== undefined && { position }),
    });
  });

  it('shows on the page why the button could not open it', async () => {
    const { user } = await openCors([aCorsRule()], {
      answer: { direct_origin: DIRECT },
      handlers: { 'bucketAdmin.addCorsRule': () => fail('AccessDenied') },
    });
    await user.click(await screen.findByRole('button', { name: 'Let this console in' }));
    await waitFor(() => expect(clientState().modalSnackBar?.message).toMatch(/no permission/));
    expect(notice()).not.toBeNull();
  });
});

describe('trying CORS rules out', () => {
  const rules = [
    aCorsRule({ origins: ['https://*.example.com'], headers: ['x-amz-*'] }),
    aCorsRule({ position: 2, id: 'w', methods: ['PUT'], exposed: ['ETag', 'Date'] }),
  ];

  it.each([
    ['https://app.example.com', 'GET', '', /Rule 1 answers/],
    ['https://app.example.com', 'GET', 'X-Amz-Date,', /Rule 1 answers/],
    ['https://app.example.com', 'PUT', '', /Rule 2 answers.*can read: ETag and Date/],
    ['https://app.example.com', 'DELETE', '', /No rule.*Rule 1 allows the origin, but not DELETE/],
    [
      'https://app.example.com',
      'PUT',
      'x-a,',
      /No rule.*Rule 2 allows PUT, but not the header x-a/,
    ],
    ['https://other.example', 'GET', '', /No rule.*No rule allows this origin/],
  ])('%s with %s and %j: %s', async (origin, method, headers, answer) => {
    const { user } = await openCors(rules);
    const card = within(await screen.findByRole('region', { name: 'Try it out' }));
    await user.clear(card.getByLabelText('Origin of the page'));
    await user.type(card.getByLabelText('Origin of the page'), origin);
    await user.selectOptions(card.getByLabelText('Method'), method);
    if (headers !== '')
      await user.type(card.getByLabelText('Request headers', { selector: 'input' }), headers);
    await waitFor(() => expect(card.getByRole('status').textContent).toMatch(answer));
  });
});
