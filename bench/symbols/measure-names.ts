/**
 * `node measure-names.ts FILE`: makes the file's names (one per line) readable by a new demangler. Prints milliseconds as JSON: loading the
 * programs, and both forms of the names.
 */
import { readFile } from 'node:fs/promises';
import { loadDemangler } from '../../host/demangler-files.ts';

const [path = ''] = process.argv.slice(2);
const names = (await readFile(path, 'utf8')).trimEnd().split('\n');
const begin = performance.now();
const demangler = await loadDemangler();
const loaded = performance.now();
const readable = demangler.demangleAll(names);
const milliseconds = performance.now() - loaded;
if (readable.some(({ full }, i) => full === names[i])) throw new Error('A name was not read.');
process.stdout.write(JSON.stringify({ loadMs: loaded - begin, namesMs: milliseconds }));
