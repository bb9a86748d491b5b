import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Most resident megabytes so far of a browser's page processes. */
export async function rendererPeakMegabytes(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The browser does not tell its processes.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  let kilobytes = 0;
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    kilobytes += Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]);
  }
  return kilobytes / 1_000;
}
