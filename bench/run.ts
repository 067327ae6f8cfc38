/**
 * `npm run bench`: compares the embedded store with a real MinIO server on the same machine and in
 * the same run. Writes the tables of docs/benchmarks.md. `npm run bench -- small large many
 * compression console uploads archives buckets folders metrics charts identities audit trace` runs
 * parts of it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { archives } from './archives.ts';
import { AUDIT_COLUMNS, auditLogs } from './audit.ts';
import { bucketLists } from './bucket-list.ts';
import { CHART_COLUMNS, charts } from './charts.ts';
import { COMPRESSION_COLUMNS, compressedObjects } from './compression.ts';
import { IDENTITY_COLUMNS, identities } from './identities.ts';
import { METRIC_COLUMNS, metricCosts } from './metrics.ts';
import { objectBrowser } from './object-browser.ts';
import { type Server, startEmbedded, startMinio } from './servers.ts';
import { largeObjects, manyKeys, smallObjects } from './storage.ts';
import { markdownTable, type Row } from './table.ts';
import { transfers } from './through-console.ts';
import { TRACE_COLUMNS, traceCosts } from './trace.ts';
import { largeUploads, UPLOAD_COLUMNS } from './uploads.ts';

const PARTS = [
  'small',
  'large',
  'many',
  'compression',
  'console',
  'uploads',
  'archives',
  'buckets',
  'folders',
  'metrics',
  'charts',
  'identities',
  'audit',
  'trace',
] as const;
const TRACE_RATE = 5000;
const TRACE_SECONDS = 60;
const report = new URL('../docs/benchmarks.md', import.meta.url);
const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

const asked = process.argv.slice(2);
const wants = (part: (typeof PARTS)[number]): boolean => asked.length === 0 || asked.includes(part);

function section(title: string, head: readonly string[], rows: readonly Row[]): string {
  return rows.length === 0 ? '' : `### ${title}\n\n${markdownTable(head, rows)}\n`;
}

async function measurePair(drives: number): Promise<string> {
  const servers: Server[] = [await startEmbedded(drives), await startMinio(drives)];
  const names = servers.map((server) => server.name);
  try {
    const small = wants('small') ? await smallObjects(servers) : [];
    const large = wants('large') ? await largeObjects(servers) : [];
    const many = wants('many') && drives > 1 ? await manyKeys(servers) : [];
    const packed = wants('compression') && drives > 1 ? await compressedObjects(servers) : [];
    const console = wants('console') && drives > 1 ? await transfers(servers) : [];
    const files = wants('uploads') && drives > 1 ? await largeUploads(servers) : [];
    const zips = wants('archives') && drives > 1 ? await archives(servers) : [];
    const lists = wants('buckets') && drives > 1 ? await bucketLists(servers) : [];
    const folders = wants('folders') && drives > 1 ? await objectBrowser(servers) : [];
    const metrics = wants('metrics') && drives > 1 ? await metricCosts(servers) : [];
    const drawn = wants('charts') && drives > 1 ? await charts(servers) : [];
    const audit = wants('audit') && drives > 1 ? await auditLogs() : [];
    const people = wants('identities') && drives > 1 ? await identities(servers) : [];
    const memory = await Promise.all(
      servers.map(
        async (server) => [server.name, (await server.peakMemory()) / 1024 / 1024] as const,
      ),
    );
    const title = `${drives} ${drives === 1 ? 'drive' : 'drives'} each`;
    return [
      section(
        `Operations each second, 4 KiB, ${title}`,
        ['operation', 'clients', ...names, 'ratio'],
        small,
      ),
      section(`MiB each second, ${title}`, ['operation', 'clients', ...names, 'ratio'], large),
      section(`Listing, ${title}`, ['what', 'clients', ...names, 'ratio'], many),
      section('Compressible text', COMPRESSION_COLUMNS, packed),
      section(
        'Through the console, MiB each second',
        ['storage', 'direction', 'straight', 'through the console', 'ratio', 'console peak MiB'],
        console,
      ),
      section('A large file in parts, MiB each second', UPLOAD_COLUMNS, files),
      section(
        'A folder as a zip through the console',
        [
          'storage',
          'objects',
          'seconds',
          'objects each second',
          'MiB each second',
          'console MiB before',
          'console peak MiB',
        ],
        zips,
      ),
      section("The console's bucket list", ['storage', 'caller', 'buckets', 'ms', 'KiB'], lists),
      section(
        'A folder in the object browser',
        [
          'storage',
          'objects',
          'first rows (ms)',
          'to the end (s)',
          'heap at first (MiB)',
          'heap at the end (MiB)',
        ],
        folders,
      ),
      section('Metrics of 100 buckets, sampled', METRIC_COLUMNS, metrics),
      section('Charts of the dashboard', CHART_COLUMNS, drawn),
      section('The audit log', AUDIT_COLUMNS, audit),
      section('Many users and policies in the browser', IDENTITY_COLUMNS, people),
      section(`Peak memory, MiB, ${title}`, ['process', 'MiB'], memory),
    ]
      .filter((part) => part !== '')
      .join('\n');
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Runs last because it permanently lowers the priority of this process. */
async function measureTrace(): Promise<string> {
  const rows = wants('trace') ? await traceCosts(TRACE_RATE, TRACE_SECONDS) : [];
  return section(`A trace of ${TRACE_RATE} calls a second`, TRACE_COLUMNS, rows);
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
const measured = [
  `Machine: ${machine}.`,
  await measurePair(4),
  await measurePair(1),
  await measureTrace(),
]
  .filter((part) => part !== '')
  .join('\n\n');
process.stdout.write(`${measured}\n`);
if (asked.length === 0) {
  const text = await readFile(report, 'utf8');
  const [before] = text.split(BEGIN);
  const [, after] = text.split(END);
  await writeFile(report, `${before}${BEGIN}\n\n${measured}\n${END}${after}`);
}
