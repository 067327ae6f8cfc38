import { installAnyS3 } from './setup/any-s3.mjs';
import { installChromium } from './setup/chromium.mjs';
import { installDependencies } from './setup/dependencies.mjs';
import { command } from './setup/run.mjs';
import { buildWeb } from './setup/web-build.mjs';
import { runTests } from './test/vitest.mjs';

await command(async () => {
  const node = await installDependencies();
  const chromium = await installChromium(node);
  const servers = await installAnyS3();
  await buildWeb(node);
  return runTests(node, ['--project=any-s3', ...process.argv.slice(2)], {
    STOWAGE_TEST_ANY_S3: '1',
    STOWAGE_TEST_CHROMIUM: chromium,
    ...servers,
  });
});
