import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';

const script = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules about contrast. By its category there would be one more, which WCAG asks of level AAA only. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** axe-core's serious and critical findings on a page, a line each. */
export function seriousFindings(frame: Frame): Promise<readonly string[]> {
  return findings(frame, ['serious', 'critical']);
}

/** The same with moderate ones. @param judged `colours`: contrasts alone, half of the work, for a page whose names and roles are judged */
export function moderateFindings(frame: Frame, judged: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  return findings(frame, ['moderate', 'serious', 'critical'], judged === 'all' ? {} : { runOnly: COLOURS });
}

async function findings(frame: Frame, impacts: readonly string[], more: object = {}): Promise<readonly string[]> {
  // Of a page that is all transparent axe-core says nothing.
  const isSeen = await frame.evaluate("document.querySelector('#page')?.checkVisibility({ opacityProperty: true }) ?? true");
  if (isSeen !== true) throw new Error('The page cannot be seen');
  if ((await frame.evaluate('typeof axe')) === 'undefined') await frame.evaluate(script);
  const found: unknown = await frame.evaluate(`(async () => {
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...${JSON.stringify(more)} });
    return violations
      .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary, html }) =>
        id + ': ' + target.flat().join(' ') + ' ' + html.slice(0, 150) + ' ' + failureSummary.replaceAll(/\\s+/g, ' ')));
  })()`);
  if (!Array.isArray(found)) throw new Error('axe-core gave no findings');
  return found.map(String);
}
