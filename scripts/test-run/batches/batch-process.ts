/**
 * Runs test files one after another: `node batch-process.ts FILE…`, by Node's test runner. Each file is a suite, so that its hooks are its own,
 * and leaves the process as it was.
 */
import { resolve } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { afterLastTest } from '../test-process.ts';
import { beginLine } from './begin-line.ts';
import { LeftResources } from './left-resources.ts';
import { ProcessState } from './process-state.ts';

const left = new LeftResources();
afterLastTest(() => left.owners(process.getActiveResourcesInfo()).join(', '));
for (const file of process.argv.slice(2)) await ran(file);

async function ran(file: string): Promise<void> {
  const { user, system } = process.cpuUsage();
  process.stderr.write(beginLine({ file, cpuMs: (user + system) / 1_000 }));
  const state = new ProcessState();
  await new Promise<void>((end) => {
    suite(file, async () => {
      await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
        test(file, () => {
          throw error;
        });
      });
      // Hooks of the file, which come first, undo what its tests did.
      after(() => {
        end();
        state.assertKept();
      });
    });
  });
  left.ended(file, process.getActiveResourcesInfo());
}
