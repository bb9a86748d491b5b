/** The peer, in its own process: the first steps of a JSON viewer. */
import { readFile } from 'node:fs/promises';

const [path = ''] = process.argv.slice(2);
const cpuBefore = process.cpuUsage();
const begin = performance.now();
const profile: unknown = JSON.parse(await readFile(path, 'utf8'));
const milliseconds = performance.now() - begin;
const cpu = process.cpuUsage(cpuBefore);
const cpuMilliseconds = (cpu.user + cpu.system) / 1_000;
const isProfile = typeof profile === 'object' && profile !== null && 'profiles' in profile;
process.stdout.write(
  JSON.stringify({ milliseconds, cpuMilliseconds, samples: isProfile ? 1 : 0, megabytes: process.resourceUsage().maxRSS / 1_000 }),
);
