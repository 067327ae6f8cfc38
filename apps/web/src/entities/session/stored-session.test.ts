import { beforeEach, describe, expect, it } from 'vitest';
import { saveRedirectPath, takeRedirectPath } from './stored-session.ts';

beforeEach(() => localStorage.clear());

describe('the path that a login leads back to', () => {
  it.each([
    ['/console/buckets?filter=a', '/buckets?filter=a'],
    ['/console', '/'],
    ['/buckets', '/'],
    ['/console//evil.example/x', '/'],
    ['/console/\\evil.example', '/'],
    ['/consoles/buckets', '/'],
    ['//evil.example/console/x', '/'],
  ])('is below the base path and on this origin: %s', (saved, path) => {
    localStorage.setItem('redirect-path', saved);
    expect(takeRedirectPath('/console')).toBe(path);
    expect(localStorage.getItem('redirect-path')).toBeNull();
  });

  it('is never the login itself, nor the page that a provider returns to', () => {
    for (const page of ['/console/login', '/console/oauth_callback?code=c', '/console/']) {
      saveRedirectPath(page, '/console');
      expect(localStorage.getItem('redirect-path')).toBeNull();
    }
    saveRedirectPath('/console/buckets', '/console');
    expect(localStorage.getItem('redirect-path')).toBe('/console/buckets');
  });
});
