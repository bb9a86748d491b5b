/** `node tests/symbols/fuzz/run.ts [TARGET…] [--minutes N]`: reads damaged files with seeds that no run had before, and prints findings. */
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';
import { targets } from './targets.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { minutes: { type: 'string', default: '30' } } });
const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (chosen.length === 0)
  throw new Error(`No target is named ${positionals.join(', ')}; there are: ${targets.map(({ name }) => name).join(', ')}.`);
for (const target of chosen) {
  const endMs = Date.now() + Number(values.minutes) * 60_000;
  const seed = Date.now() % 2 ** 31;
  const { findings, ...figures } = await fuzz(target, seed, () => Date.now() > endMs);
  const rssMb = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(
    `${target.name}: from seed ${seed}: ${JSON.stringify(figures)}, peak ${rssMb.toFixed(0)} MB\n${findings.join('\n')}\n`,
  );
  if (findings.length > 0) process.exitCode = 1;
}
