import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';

const script = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe-core's serious and critical findings on a page, a line each. */
export function seriousFindings(frame: Frame): Promise<readonly string[]> {
  return findings(frame, ['serious', 'critical']);
}

/** The same with moderate ones. */
export function moderateFindings(frame: Frame): Promise<readonly string[]> {
  return findings(frame, ['moderate', 'serious', 'critical']);
}

async function findings(frame: Frame, impacts: readonly string[]): Promise<readonly string[]> {
  if ((await frame.evaluate('typeof axe')) === 'undefined') await frame.evaluate(script);
  const found: unknown = await frame.evaluate(`(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary, html }) =>
        id + ': ' + target.flat().join(' ') + ' ' + html.slice(0, 150) + ' ' + failureSummary.replaceAll(/\\s+/g, ' ')));
  })()`);
  if (!Array.isArray(found)) throw new Error('axe-core gave no findings');
  return found.map(String);
}
