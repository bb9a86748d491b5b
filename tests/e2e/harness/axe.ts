import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';

const script = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe-core's serious and critical findings on a page, a line each. */
export async function seriousFindings(frame: Frame): Promise<readonly string[]> {
  if ((await frame.evaluate('typeof axe')) === 'undefined') await frame.evaluate(script);
  const findings: unknown = await frame.evaluate(`(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary, html }) =>
        id + ': ' + target.flat().join(' ') + ' ' + html.slice(0, 150) + ' ' + failureSummary.replaceAll(/\\s+/g, ' ')));
  })()`);
  if (!Array.isArray(findings)) throw new Error('axe-core gave no findings');
  return findings.map(String);
}
