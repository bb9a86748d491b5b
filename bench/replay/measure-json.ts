/** The peer: what a viewer of JSON profiles does before it can begin, in a process of its own. */
import { readFile } from 'node:fs/promises';

const [path = ''] = process.argv.slice(2);
const begin = performance.now();
const profile: unknown = JSON.parse(await readFile(path, 'utf8'));
const milliseconds = performance.now() - begin;
const isProfile = typeof profile === 'object' && profile !== null && 'profiles' in profile;
process.stdout.write(JSON.stringify({ milliseconds, samples: isProfile ? 1 : 0, megabytes: process.resourceUsage().maxRSS / 1_000 }));
