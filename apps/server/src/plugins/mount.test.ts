import { describe, expect, it } from 'vitest';
import { splitMount } from './mount.ts';

describe('splitMount', () => {
  it.each([
    ['/', '/', '/', '/'],
    ['/buckets?x=1', '/', '/', '/buckets?x=1'],
    ['/console/buckets', '/console/', '/console/', '/buckets'],
    ['/console', '/console/', '/console/', '/'],
    ['/console?x=1', '/console/', '/console/', '/?x=1'],
    // A proxy that strips the subpath.
    ['/api/v1/session', '/console/', '/console/', '/api/v1/session'],
    ['/consoles', '/console/', '/console/', '/consoles'],
  ])('splits %s under %s into %s and %s', (url, subpath, mount, rest) => {
    expect(splitMount(url, subpath)).toEqual({ mount, rest });
  });

  it.each([
    ['/api/proxy/ns/tenant/', '/api/proxy/ns/tenant/', '/'],
    ['/api/proxy/ns/tenant', '/api/proxy/ns/tenant/', '/'],
    ['/api/proxy/ns/tenant?x=1', '/api/proxy/ns/tenant/', '/?x=1'],
    ['/api/proxy/ns/tenant/api/v1/login', '/api/proxy/ns/tenant/', '/api/v1/login'],
    ['/api/proxy/ns/tenant/assets/a.js', '/api/proxy/ns/tenant/', '/assets/a.js'],
  ])('takes the first four segments of %s as the base [SHELL-03]', (url, mount, rest) => {
    expect(splitMount(url, '/')).toEqual({ mount, rest });
  });

  it('finds a tenant below the subpath', () => {
    expect(splitMount('/console/api/proxy/ns/tenant/login', '/console/')).toEqual({
      mount: '/console/api/proxy/ns/tenant/',
      rest: '/login',
    });
  });

  it.each([
    '/api/proxy/ns',
    '/api/proxy/../tenant/x',
    '/api/proxy/./tenant/x',
    '/api/proxy/ns/%22onload=%22/x',
    '/api/proxy//tenant/x',
    '/api/proxy/"ns/tenant/x',
  ])('makes no base of %s', (url) => {
    expect(splitMount(url, '/')).toEqual({ mount: '/', rest: url });
  });
});
