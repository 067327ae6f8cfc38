import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { aBucket } from '#web/testing/factories.ts';
import { fakeServer } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import { policyTextError } from './policy-text.ts';

vi.mock('#web/ui/code-editor.tsx', () => import('#web/testing/plain-editor.tsx'));

function Editor({ text }: { readonly text: string }) {
  const [value, setValue] = useState(text);
  return <PolicyEditor label="Policy" value={value} onChange={setValue} />;
}

async function open(value: object | string) {
  fakeServer({
    'buckets.list': () => ({ buckets: [aBucket({ name: 'photos' })], total: 1 }),
  });
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const rendered = await renderScreen(<Editor text={text} />);
  await screen.findByRole('textbox', { name: 'Policy' });
  return rendered;
}

const policy = (Action: string[], Resource: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action, Resource }],
});
const findings = async () =>
  within(await screen.findByRole('list', { name: 'Problems in the policy' }))
    .getAllByRole('button')
    .map((button) => button.textContent);

describe('the editor of policies', () => {
  it('says what is wrong and what is probably a mistake, at its line', async () => {
    await open(policy(['s3:GetObject', 's3:getobjekt', 's3:putobject'], ['arn:aws:s3:::fotos/*']));
    expect(await screen.findByText('3 warnings')).toBeDefined();
    expect(await findings()).toEqual([
      'Line 8Unknown action s3:getobjekt.',
      'Line 9Unknown action s3:putobject. Did you mean s3:PutObject?',
      'Line 12No bucket matches arn:aws:s3:::fotos/*.',
    ]);
  });

  it('says errors of the language', async () => {
    await open({ Version: '2012-10-17', Statement: [{ Effect: 'Maybe' }] });
    expect(await screen.findByText('1 error')).toBeDefined();
    expect((await findings())[0]).toMatch(/^Line 5.*Allow or Deny/);
  });

  it('has nothing to say about a good policy', async () => {
    await open(policy(['s3:GetObject'], ['arn:aws:s3:::photos/*']));
    expect(await screen.findByText('No problems found.')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Problems in the policy' })).toBeNull();
  });

  it('begins from a template for a bucket that is there', async () => {
    const { user } = await open('');
    await user.click(screen.getByRole('button', { name: 'Templates' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Read a bucket' }));
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Policy' }).value;
    expect(JSON.parse(text).Statement[1].Resource).toEqual(['arn:aws:s3:::photos/*']);
  });

  it('formats the text', async () => {
    const { user } = await open('{"Version":"2012-10-17","Statement":[]}');
    await user.click(screen.getByRole('button', { name: 'Format' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Policy' }).value).toContain(
      '\n  "Statement": []',
    );
    expect(screen.getByRole('button', { name: 'Format' })).toBeDisabled();
  });
});

describe('policyTextError', () => {
  it.each([
    ['', 'Enter a policy.'],
    ['{\n"a"', 'Line 2: This is not valid JSON.'],
    [`"${'x'.repeat(21_000)}"`, /too long/],
    ['{}', undefined],
  ])('says of %.10j: %s', (text, said) => {
    if (said === undefined) expect(policyTextError(text)).toBeUndefined();
    else expect(policyTextError(text)).toMatch(said);
  });
});
