import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Loaded before every thread of the Windows run: a source of the checkout is what esbuild made of it beforehand, as Node 22 knows no `using`.
 * Its URL stays, so that modules find their files.
 */
const root = process.env.LAGLENS_ROOT ?? '';
const made = process.env.LAGLENS_MADE ?? '';
const prefix = pathToFileURL(root).href;

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(`${prefix}/`) || !url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
    const path = fileURLToPath(`${pathToFileURL(made).href}${url.slice(prefix.length, -'.ts'.length)}.js`);
    return { format: 'module', source: readFileSync(path, 'utf8'), shortCircuit: true };
  },
});
