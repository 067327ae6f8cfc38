import { sqliteAuditLog } from '../sqlite-audit-log.ts';

/** Appends records until its process is killed, and prints how many were acknowledged. */
async function writeUntilKilled(directory: string, first: number): Promise<never> {
  const log = sqliteAuditLog(directory, { days: 3, bytes: 1e9 });
  for (let next = first; ; next += 10) {
    const lines = Array.from({ length: 10 }, (_, index) =>
      JSON.stringify({
        time: new Date().toISOString(),
        api: { name: 'GetObject', bucket: 'b', object: `photo-${next + index}.jpg` },
        requestID: `R${next + index}`,
      }),
    );
    await log.append(Buffer.from(lines.join('\n')));
    process.stdout.write(`${next + 10}\n`);
  }
}

await writeUntilKilled(process.argv[2] ?? '', Number(process.argv[3]));
