/**
 * 'Imports go one way' (docs/guides/architecture.md). Rules are patterns, so a new
 * feature or module is held by them from its first file. Each comment says what to
 * do instead.
 */
const TEST = '\\.test\\.tsx?$|/testing/';

/** @type {(name: string, comment: string, from: object, to: object) => object} */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/**
 * A package may import the named packages and no other part of the house.
 * @param {string} name
 * @param {string[]} allowed
 */
const packageImports = (name, allowed) =>
  forbid(
    `${name}-imports`,
    `packages/${name} may import ${allowed.length === 0 ? 'no other package' : allowed.join(' and ')}. ` +
      'Move what is shared down into a package that both may import, or pass it in as a parameter.',
    { path: `^packages/${name}/`, pathNot: TEST },
    {
      path: '^(apps|packages|tests|bench|scripts)/',
      pathNot: `^packages/(${[name, ...allowed].join('|')})/`,
    },
  );

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'These files import each other in a circle. Move what both need into a third file, or pass it in.',
      {},
      { circular: true },
    ),
    forbid(
      'resolvable',
      'This import leads nowhere. Correct its path or declare the dependency in the package.json beside it.',
      {},
      { couldNotResolve: true },
    ),
    forbid(
      'no-tests-in-product',
      'Product code imports a test or a test helper. Move what it needs out of the test.',
      { path: '^(apps|packages)/', pathNot: TEST },
      { path: `${TEST}|^tests/|^bench/` },
    ),

    // Packages
    packageImports('domain', []),
    packageImports('contract', ['domain']),
    packageImports('tenants', ['domain']),
    packageImports('storage-wire', ['domain']),
    packageImports('storage-client', ['storage-wire', 'domain']),
    packageImports('directory', ['domain']),
    packageImports('storage-embedded', ['storage-wire', 'directory', 'domain']),
    packageImports('metrics', ['storage-wire', 'domain']),
    forbid(
      'domain-is-pure',
      'packages/domain depends on nothing, not even on Node. Pass the effect in, or put the code where its effect is at home.',
      { path: '^packages/domain/', pathNot: TEST },
      { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'] },
    ),
    forbid(
      'contract-is-zod-only',
      'packages/contract depends on zod and the domain only: it runs in the browser and on the server.',
      { path: '^packages/contract/', pathNot: TEST },
      { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/zod/' },
    ),

    // Web: app -> features -> entities -> ui, lib
    forbid(
      'web-imports',
      'The web app may import packages/domain and packages/contract. Everything else is reached through the API.',
      { path: '^apps/web/src/', pathNot: TEST },
      {
        path: '^(apps|packages|tests|bench|scripts)/',
        pathNot: '^(apps/web|packages/domain|packages/contract)/',
      },
    ),
    forbid(
      'web-runs-in-the-browser',
      'The web app runs in the browser, where there are no modules of Node. Use a Web API.',
      { path: '^apps/web/src/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'features-know-no-app',
      'Features, entities, ui and lib do not import app/. Let app/ pass in what they need, or move it down into lib/.',
      { path: '^apps/web/src/(features|entities|ui|lib)/', pathNot: TEST },
      { path: '^apps/web/src/app/' },
    ),
    forbid(
      'features-are-islands',
      'A feature imports no other feature. Move what both need into entities/, ui/ or lib/.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'entities-know-no-feature',
      'Entities, ui and lib do not import features. Pass in what differs from feature to feature.',
      { path: '^apps/web/src/(entities|ui|lib)/', pathNot: TEST },
      { path: '^apps/web/src/features/' },
    ),
    forbid(
      'ui-knows-no-entity',
      'ui/ and lib/ know no resource of the product. Take values and callbacks as parameters.',
      { path: '^apps/web/src/(ui|lib)/', pathNot: TEST },
      { path: '^apps/web/src/entities/' },
    ),
    forbid(
      'lib-draws-nothing',
      'lib/ does not import ui/. A component belongs in ui/, what it computes in lib/.',
      { path: '^apps/web/src/lib/', pathNot: TEST },
      { path: '^apps/web/src/ui/' },
    ),

    // Server: main -> compose -> app -> modules
    forbid(
      'server-imports',
      'The server may import packages/domain, contract, storage-client, metrics, directory and tenants. What storage speaks is behind storage-client.',
      { path: '^apps/server/src/', pathNot: `${TEST}|^apps/server/src/compose[^/]*$` },
      {
        path: '^(apps|packages|tests|bench|scripts)/',
        pathNot:
          '^(apps/server|packages/domain|packages/contract|packages/storage-client|packages/metrics|packages/directory|packages/tenants)/',
      },
    ),
    forbid(
      'composition-imports',
      'Beyond what the server may import, compose.ts may import packages/storage-embedded, and nothing else.',
      { path: '^apps/server/src/compose[^/]*$', pathNot: TEST },
      {
        path: '^(apps|packages|tests|bench|scripts)/',
        pathNot:
          '^(apps/server|packages/domain|packages/contract|packages/storage-client|packages/metrics|packages/directory|packages/tenants|packages/storage-embedded)/',
      },
    ),
    forbid(
      'modules-are-islands',
      'A server module imports no other module. Take the few methods it needs as a port (ports.ts) and join the two in compose.ts.',
      { path: '^apps/server/src/modules/([^/]+)/', pathNot: TEST },
      { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/$1/' },
    ),
    forbid(
      'plugins-know-no-module',
      'Plugins, upstream and config do not import modules. Let app.ts hand over what they need.',
      { path: '^apps/server/src/(plugins|upstream|config)/', pathNot: TEST },
      { path: '^apps/server/src/modules/' },
    ),
    forbid(
      'nothing-imports-the-process',
      'main.ts alone touches the process and imports compose.ts; compose.ts imports app.ts; nothing imports them the other way round. Take dependencies as parameters.',
      {
        path: '^apps/server/src/(app\\.ts|http-server\\.ts|modules/|plugins/|upstream/|config/)',
        pathNot: TEST,
      },
      { path: '^apps/server/src/(main|compose)[^/]*$' },
    ),
    forbid(
      'modules-know-no-app',
      'Modules, plugins and upstream do not import app.ts. app.ts registers them and passes in what they need.',
      { path: '^apps/server/src/(modules|plugins|upstream|config)/', pathNot: TEST },
      { path: '^apps/server/src/(app|http-server)\\.ts$' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
