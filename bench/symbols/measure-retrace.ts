/** Our side of the retrace figures, in its own process: `MAP TRACE OUT` prints a line of JSON like its peer. */
import { readFile, writeFile } from 'node:fs/promises';
import { runReading } from '../../core/symbols/bytes/byte-source.ts';
import { openMapping } from '../../core/symbols/retrace/mapping.ts';
import { retraceStackTrace } from '../../core/symbols/retrace/stack-trace-text.ts';
import { FileAnswers } from '../../host/builds/unpack/file-answers.ts';

const [map = '', trace = '', out = ''] = process.argv.slice(2);
const lines = (await readFile(trace, 'utf8')).trimEnd().split('\n');
const files = new FileAnswers();
const begin = performance.now();
const mapping = runReading(openMapping(map), files.answer);
const indexed = performance.now();
const retraced = runReading(retraceStackTrace(mapping, lines), files.answer);
const done = performance.now();
files.close();
await writeFile(out, retraced.join('\n'));
process.stdout.write(JSON.stringify({ indexMs: indexed - begin, framesMs: done - indexed }));
