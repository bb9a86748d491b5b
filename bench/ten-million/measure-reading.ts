/** Reads a session file as the extension does for a page, in its own process for its own memory. */
import { readSession } from '../../core/session/file/reader.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';

const [path = ''] = process.argv.slice(2);
const file = await SessionFile.open(path);
const blank = process.resourceUsage().maxRSS;
const cpuBefore = process.cpuUsage();
const begin = performance.now();
let bytes = 0;
for await (const chunk of readSession(file, inflateDriver)) bytes += chunk.length;
const milliseconds = performance.now() - begin;
const { user, system } = process.cpuUsage(cpuBefore);
await file.close();
const megabytes = (process.resourceUsage().maxRSS - blank) / 1_000;
process.stdout.write(JSON.stringify({ milliseconds, cpuMilliseconds: (user + system) / 1_000, bytes, megabytes }));
