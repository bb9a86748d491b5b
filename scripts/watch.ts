/**
 * `npm run watch`: keeps dist/ as the sources are, with source maps. A window that F5 opened takes over what changed by itself: pages by
 * reloading them, the extension with the window.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundles, writeBesideBundles } from './build/bundles.ts';
import { type Built, watchBundles } from './watch/watch-bundles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = 'extension/activate.ts';

await rm(join(root, 'dist'), { recursive: true, force: true });
await writeBesideBundles(root);
const watched = bundles.map((options) =>
  Array.isArray(options.entryPoints) && options.entryPoints[0] === ENTRY
    ? { ...options, entryPoints: ['scripts/watch/activate-watched.ts'] }
    : options,
);
// Lines that the problem matcher of .vscode/tasks.json reads.
await watchBundles(root, watched, {
  building: () => console.log('watch: building'),
  built: (built) => {
    console.log(said(built));
    if (built.outputs.length === 0) return;
    // The next change writes it again.
    writeFile(join(root, 'dist', 'watched.json'), JSON.stringify(built.outputs)).catch((error: unknown) => console.error(String(error)));
  },
});

function said({ outputs, errors, milliseconds }: Built): string {
  const names = outputs.map((output) => output.replace('dist/', '')).join(', ') || 'nothing';
  return [...errors, `watch: built ${names} in ${(milliseconds / 1_000).toFixed(1)} s`].join('\n');
}
