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

/** For waits without their own limit, even on a busy computer. */
const DEFAULT_TIMEOUT_MS = 120_000;

export interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
  /** VS Code's display language, such as `ja`. Its own texts stay English without a language pack. */
  readonly language?: string;
}

/** Debian's headless Chromium. It resolves no name but loopback's, so tests depend on nothing outside. */
export async function openBrowser({ width = 1280, height = 800, language }: BrowserOptions = {}): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'laglens-browser-'));
  const forget = atEndOfProcess(() => rmSync(profile, { recursive: true, force: true }));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    timeout: DEFAULT_TIMEOUT_MS,
    viewport: { width, height },
    // Chromium's sandbox doesn't start for root, the user in containers. Programs that listen for Ctrl-C end by themselves.
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
  // VS Code sets it with the texts of a language pack.
  if (language !== undefined) await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(language)}`);
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
