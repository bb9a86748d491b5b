import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { atEndOfProcess } from './ending.ts';

export interface Browser {
  readonly page: Page;
  close(): Promise<void>;
}

/** For whatever is waited for without a time of its own: also a computer that does much else comes to it by then. */
const DEFAULT_TIMEOUT_MS = 120_000;

export interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
}

/** Starts Debian's Chromium without a window. It resolves no name but loopback's, so a test can depend on nothing outside. */
export async function openBrowser({ width = 1280, height = 800 }: BrowserOptions = {}): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'laglens-browser-'));
  const forget = atEndOfProcess(() => rmSync(profile, { recursive: true, force: true }));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    timeout: DEFAULT_TIMEOUT_MS,
    viewport: { width, height },
    // Chromium's sandbox doesn't start for root, which is who runs this in containers.
    // A program that listens for Ctrl-C ends by itself, in its own order.
    handleSIGINT: process.listenerCount('SIGINT') === 0,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  });
  context.setDefaultTimeout(DEFAULT_TIMEOUT_MS);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 20 });
      forget();
    },
  };
}
