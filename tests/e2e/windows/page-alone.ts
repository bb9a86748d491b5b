import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { SharedFacts } from '../../../protocol/page-protocol.ts';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { type Browser, openBrowser } from '../harness/browser.ts';
import { sharedPage } from '../harness/shared-sample.ts';

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));

interface LonePage {
  readonly page: Page;
  /** Opens a session, the sample by default, and waits until it is read. */
  open(session?: Uint8Array, more?: Partial<SharedFacts>): Promise<void>;
}

/** A test of the .vsix' page alone, in a browser. */
export interface PageTest {
  readonly name: string;
  /** Of the page, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  run(test: TestContext, lone: LonePage): Promise<void>;
}

/** Runs them one after the other in one browser, each in a new tab. */
export function testsOfPageAlone(tests: readonly PageTest[]): void {
  let folder: string;
  let browser: Browser;
  let vsix: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-page-'));
    vsix = await buildVsix(() => undefined);
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });
  for (const { name, width, height, run } of tests) {
    test(name, async (t) => {
      const page = await browser.page.context().newPage();
      try {
        await page.setViewportSize({ width, height });
        const open: LonePage['open'] = async (session, more) => {
          const html = join(folder, 'shop.html');
          await writeFile(html, await sharedPage(vsix, session ?? (await readFile(sample)), more));
          await page.goto(pathToFileURL(html).href);
          await page.locator('#page[data-phase="recorded"]:not([aria-busy]):not([data-samples="0"])').waitFor();
        };
        await run(t, { page, open });
      } finally {
        await page.close();
      }
    });
  }
}
