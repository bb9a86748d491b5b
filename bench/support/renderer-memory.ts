import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Resident megabytes of a browser's page processes: now, or the most so far. */
export async function rendererMegabytes(page: Page, when: 'now' | 'peak' = 'now'): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The browser does not tell its processes.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const line = when === 'now' ? /^VmRSS:\s+(\d+)/m : /^VmHWM:\s+(\d+)/m;
  let kilobytes = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    kilobytes += Number(line.exec(status)?.[1]);
  }
  return kilobytes / 1_000;
}
