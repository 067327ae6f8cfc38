import { defineMessages } from '#web/lib/i18n/messages.ts';

export const identityTestText = defineMessages('identity-test', {
  action: 'Test',
  running: 'Testing the provider …',
  result: 'Result of the test',
  passed: 'The provider is set up as far as the console can see.',
  passedHint: 'Nothing was saved. Only a first login shows whether users get a policy.',
  failed: 'Something is wrong.',
  failedHint:
    'Tried from the console’s machine. The storage server may be on a different network. Nothing was saved.',
  ok: 'ok',
  unknown: 'The provider does not say.',
  step: {
    connection: 'Connect',
    discovery: 'Discovery document',
    issuer: 'Issuer',
    keys: 'Signing keys',
    client: 'Client',
    redirect: 'Redirect address',
    lookup: 'Lookup account',
    users: 'Base DN of users',
    groups: 'Base DN of groups',
    filters: 'Search filters',
    user: 'User',
    memberships: 'Groups of the user',
  },
  noGroups: 'none',
  loginName: 'Login name to look for',
  loginNameHint: 'Optional. The test finds this user and their groups; it needs no password.',
  failure: {
    'name-not-found': 'The name could not be resolved (DNS).',
    refused: 'Connection refused: nothing listens on this port.',
    timeout: 'No answer within 5 seconds. Check the address and firewalls.',
    unreachable: 'There is no route to this address.',
    certificate:
      'The certificate is not trusted, has expired, or is for another name. Add its authority, or correct the address.',
    tls: 'The server does not accept TLS on this port.',
    'not-allowed': 'The console does not connect to link-local addresses.',
    protocol: 'Something else answers on this port, or the connection was cut off.',
    status: 'The provider answers {{found}} here. Check the address.',
    'too-large': 'The answer is larger than 1 MiB: this is no provider.',
    'no-address':
      'Enter the address of the discovery document, e.g. https://id.example.net/.well-known/openid-configuration.',
    'not-discovery':
      'This is not a discovery document. Its address ends in /.well-known/openid-configuration.',
    'issuer-differs':
      'The document names {{found}} as the issuer. Use the discovery document below that address, or correct the issuer at the provider.',
    'no-keys': 'The provider publishes no keys to check its tokens with.',
    'no-client': 'Enter the client ID.',
    'client-refused':
      'The provider does not accept the client ID with this secret ({{found}}). Check both at the provider.',
    'redirect-unknown':
      'The provider does not accept redirects to {{found}}. Add this address to the client’s redirect URIs.',
    'setting-wrong': 'Correct this setting. {{found}}',
    'tls-required':
      'The directory accepts passwords over TLS only. Switch Server Insecure off, or Server StartTLS on. ({{found}})',
    'bind-refused':
      'The directory does not accept the lookup bind DN with this password. ({{found}})',
    'base-missing':
      'There is no entry with this DN, or the lookup account may not see it. ({{found}})',
    'filter-invalid': 'The directory does not understand this filter. ({{found}})',
    'user-missing':
      'The filter finds nobody with this login name. Check the filter, the base DN, and what the lookup account may see.',
    'user-ambiguous':
      'The filter finds more than one entry for this login name, so nobody can log in with it. Make the filter or the base DN narrower.',
    'too-much':
      'The directory answers with more than 5,000 groups or 4 MiB. Make the filter narrower.',
    'directory-refused': 'The directory refused to answer. ({{found}})',
  },
});
