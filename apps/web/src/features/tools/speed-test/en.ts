import { defineMessages } from '#web/lib/i18n/messages.ts';

export const speedTestText = defineMessages('speedTest', {
  title: 'Speed Test',
  about:
    'Measures how fast drives, the network between servers, and objects are. It loads the storage server; MinIO holds back all other requests while drives are tested.',
  run: { drive: 'Test Drives', network: 'Test Network', object: 'Test Objects' },
  kind: { drive: 'Drives', network: 'Network', object: 'Objects' },
  stop: 'Stop',
  running: 'Measuring: {{kind}}',
  ended: 'The test ended: {{reason}}',
  lost: 'The connection was lost. The test has been stopped.',
  singleServer:
    'There is no network to measure: the storage server is a single server, or does not offer this test.',
  results: {
    title: 'Results',
    entity: 'results',
    failed: 'The results could not be loaded.',
    column: { time: 'Time', kind: 'Test', result: 'Result', account: 'User' },
    drives:
      'Slowest drive: read {{read}}/s, write {{write}}/s ({{path}}). Fastest: read {{bestRead}}/s, write {{bestWrite}}/s.',
    notMeasured: 'Not measured: {{names}}',
    network: 'Slowest server: sent {{sent}}/s, received {{received}}/s ({{endpoint}}).',
    objects:
      'PUT {{put}}/s, {{puts}} objects/s, p99 {{putTime}} ms. GET {{get}}/s, {{gets}} objects/s, p99 {{getTime}} ms.',
    nothing: 'Nothing was measured.',
  },
});
