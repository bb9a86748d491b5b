import { after, type TestContext, test } from 'node:test';
import { openVsCode, reportFailure, type VsCode, type VsCodeOptions } from '../harness/vscode.ts';
import type { Workbench } from '../harness/workbench.ts';

/** A test in a window that others use before it. */
export interface WindowTest<Given> {
  readonly name: string;
  /** Of the window, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  run(test: TestContext, vscode: VsCode & { readonly given: Given }): Promise<void>;
}

export interface Prepared<Given> {
  readonly options: VsCodeOptions;
  /** For all tests, such as a running app. */
  readonly given: Given;
  dispose(): Promise<void>;
}

/**
 * Runs tests one after the other in one VS Code, whose start takes longer than most tests. Each begins without editors and messages, with
 * the Explorer; settings, themes and baselines are put back by the test that changes them. After a failure the next test gets a fresh one.
 */
export function testsInOneWindow<Given>(prepare: () => Promise<Prepared<Given>>, tests: readonly WindowTest<Given>[]): void {
  const shared = new SharedWindow(prepare);
  after(() => shared.dispose());
  for (const each of tests) test(each.name, (t) => shared.run(t, each));
}

type OpenVsCode = Awaited<ReturnType<typeof openVsCode>>;

class SharedWindow<Given> {
  readonly #prepare: () => Promise<Prepared<Given>>;
  #prepared: Prepared<Given> | undefined;
  #vscode: OpenVsCode | undefined;

  constructor(prepare: () => Promise<Prepared<Given>>) {
    this.#prepare = prepare;
  }

  async run(test: TestContext, { width, height, run }: WindowTest<Given>): Promise<void> {
    this.#prepared ??= await this.#prepare();
    const { options, given } = this.#prepared;
    const log = (line: string): void => test.diagnostic(line);
    const isFresh = this.#vscode === undefined;
    this.#vscode ??= await openVsCode({ log, ...options, width, height });
    const vscode = this.#vscode;
    let isOver = false;
    // A test that took too long goes on in its window.
    test.signal.addEventListener('abort', () => void (isOver || this.#close(vscode)));
    try {
      await reportFailure(test, vscode, async () => {
        if (!isFresh) await tidy(vscode.workbench, width, height);
        await run(test, { ...vscode, given });
      });
    } catch (error) {
      await this.#close(vscode);
      throw error;
    } finally {
      isOver = true;
    }
  }

  async dispose(): Promise<void> {
    if (this.#vscode !== undefined) await this.#close(this.#vscode);
    await this.#prepared?.dispose();
  }

  /** Not the next test's, where a test ends after its time. */
  async #close(vscode: OpenVsCode): Promise<void> {
    if (this.#vscode !== vscode) return;
    this.#vscode = undefined;
    await vscode.close();
  }
}

async function tidy(workbench: Workbench, width: number, height: number): Promise<void> {
  const { page } = workbench;
  await page.mouse.move(1, 1);
  await page.setViewportSize({ width, height });
  if (await workbench.recording.isVisible()) {
    await workbench.runCommand('Laglens: Stop Lag Capture');
    await workbench.recording.waitFor({ state: 'detached' });
  }
  await workbench.closeAllEditors();
  await page.locator('.editor-group-container .tab').first().waitFor({ state: 'detached' });
  if ((await page.locator('.notification-list-item').count()) > 0) await workbench.runCommand('Notifications: Clear All Notifications');
  await workbench.runCommand('File: Focus on Files Explorer');
}
