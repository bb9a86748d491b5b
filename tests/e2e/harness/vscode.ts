import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { type BrowserOptions, openBrowser } from './browser.ts';
import { type CodeServer, type CodeServerOptions, startCodeServer } from './start-code-server.ts';
import { Workbench } from './workbench.ts';

/** Screenshots of failed tests: in the work tree, ignored by git, overwritten by the next run. */
const failures = fileURLToPath(new URL('../../../.cache/e2e', import.meta.url));

export interface VsCode {
  readonly workbench: Workbench;
  readonly server: CodeServer;
}

export type VsCodeOptions = Omit<CodeServerOptions, 'vsix'> & BrowserOptions & { readonly vsix?: string };

/** A fresh VS Code with the extension (this checkout's, unless `vsix` names another). */
export async function openVsCode(options: VsCodeOptions): Promise<VsCode & { close(): Promise<void> }> {
  const log = options.log ?? (() => undefined);
  const vsix = options.vsix ?? (await buildVsix(log));
  const server = await startCodeServer({ ...options, vsix, log });
  try {
    const browser = await openBrowser(options);
    const close = async (): Promise<void> => {
      try {
        await browser.close();
      } finally {
        await server.stop();
      }
    };
    try {
      return { workbench: await Workbench.open(browser.page, server.url), server, close };
    } catch (error) {
      await browser.close();
      throw error;
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Runs `body` in a fresh VS Code. */
export async function withVsCode(options: VsCodeOptions, body: (vscode: VsCode) => Promise<void>): Promise<void> {
  const vscode = await openVsCode(options);
  try {
    await body(vscode);
  } finally {
    await vscode.close();
  }
}

/** The same in a test. */
export async function inVsCode(test: TestContext, options: VsCodeOptions, body: (vscode: VsCode) => Promise<void>): Promise<void> {
  await withVsCode({ log: (line) => test.diagnostic(line), ...options }, (vscode) => reportFailure(test, vscode, body));
}

/** On failure, the error says what the window showed; the test's diagnostics name a screenshot and hold the server's output. */
export async function reportFailure(test: TestContext, vscode: VsCode, body: (vscode: VsCode) => Promise<void>): Promise<void> {
  try {
    await body(vscode);
  } catch (error) {
    const shown = await vscode.workbench.shownTexts().catch(String);
    await mkdir(failures, { recursive: true });
    const screenshotPath = join(failures, `${test.name.replace(/\W+/g, '-').slice(0, 80)}.png`);
    await vscode.workbench.page.screenshot({ path: screenshotPath }).then(
      () => test.diagnostic(`picture: ${screenshotPath}`),
      (screenshotError: unknown) => test.diagnostic(`no picture: ${screenshotError}`),
    );
    test.diagnostic(vscode.server.output().slice(-4000));
    throw new Error(`The window showed:\n${shown}`, { cause: error });
  }
}
