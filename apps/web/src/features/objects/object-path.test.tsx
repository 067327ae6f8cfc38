import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anObject, names, open, photos, serverWith } from './testing/test-browser.tsx';

const editPath = 'Edit the path';

describe('the path', () => {
  it('is typed over the one that is open, by keyboard alone, and opened with Enter', async () => {
    serverWith([...photos, anObject({ name: 'a b/100%.txt' })]);
    const { user, history } = await open();
    (await screen.findByRole('button', { name: editPath })).focus();
    await user.keyboard('{Enter}');
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Path' });
    expect(field.value).toBe('my-bucket/photos/');
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
    await user.keyboard('my-bucket/a b/{Enter}');
    await waitFor(() => expect(names()).toEqual(['100%.txt']));
    expect(history.location.pathname).toBe('/buckets/my-bucket/browse/a%20b/');
    expect(screen.queryByRole('textbox', { name: 'Path' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: editPath }));
  });

  it('is pasted as an address of another bucket, where nothing of this view is kept', async () => {
    serverWith(photos);
    const { user, history } = await open('/buckets/my-bucket/browse/photos/?deleted=true');
    await user.click(await screen.findByRole('button', { name: editPath }));
    await user.paste('s3://other-bucket/photos/2025/');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['x.jpg']));
    expect(history.location.pathname).toBe('/buckets/other-bucket/browse/photos/2025/');
    expect(history.location.search).toBe('');
  });

  it('opens an object when it is the path of one', async () => {
    serverWith(photos);
    const { user } = await open('/buckets/my-bucket/browse/');
    await user.click(await screen.findByRole('button', { name: editPath }));
    await user.keyboard('my-bucket/photos/a.jpg{Enter}');
    expect(await screen.findByRole('region', { name: 'Details of a.jpg' })).toBeDefined();
  });

  it('says that nothing is there, and leads to the folder above', async () => {
    serverWith(photos);
    const { user, history } = await open('/buckets/my-bucket/browse/photos/A.jpg');
    expect(await screen.findByText('There is no object or folder A.jpg')).toBeVisible();
    expect(screen.queryByText(/This location is empty/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Show versions' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Open photos' }));
    await waitFor(() => expect(names()).toContain('a.jpg'));
    expect(history.location.pathname).toBe('/buckets/my-bucket/browse/photos/');
  });

  it('says that nothing is there any more, and leads to the versions of what was deleted', async () => {
    serverWith(photos, {}, { details: { versioning: true } });
    const { user, history } = await open('/buckets/my-bucket/browse/gone.txt');
    await user.click(await screen.findByRole('link', { name: 'Show versions' }));
    expect(await screen.findByRole('region', { name: 'Details of gone.txt' })).toBeVisible();
    expect(history.location.search).toBe('?tab=versions');
  });

  it('says what is wrong with it, and stays as it is with Escape', async () => {
    serverWith(photos);
    const { user, history } = await open();
    await user.click(await screen.findByRole('button', { name: editPath }));
    await user.keyboard('https://elsewhere.example/x{Enter}');
    const field = screen.getByRole('textbox', { name: 'Path' });
    expect(screen.getByText(/This is not the address of an object or folder/)).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Path' })).toBeNull();
    expect(history.location.pathname).toBe('/buckets/my-bucket/browse/photos/');
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toContain('photos');
  });

  it('deceives nobody with characters that turn the writing', async () => {
    serverWith([anObject({ name: 'gpj.\u202eexe/file' })]);
    const { user } = await open('/buckets/my-bucket/browse/gpj.%E2%80%AEexe/');
    await user.click(await screen.findByRole('button', { name: editPath }));
    expect(
      await screen.findByText('With hidden characters: my-bucket/gpj.[U+202E]exe/'),
    ).toBeDefined();
  });
});
