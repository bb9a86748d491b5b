import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { atEndOfProcess } from './ending.ts';

/** Firefox' answers and events: https://www.w3.org/TR/webdriver-bidi/#protocol-transport */
interface BidiMessage {
  readonly id?: number;
  readonly result?: unknown;
  readonly message?: string;
}

/** A page in Debian's headless Firefox, driven by its own WebDriver BiDi. */
export class FirefoxPage {
  readonly #firefox: ChildProcess;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: BidiMessage) => void>();
  readonly #kill: () => void;
  #asked = 0;
  #context = '';

  private constructor(firefox: ChildProcess, socket: WebSocket) {
    this.#firefox = firefox;
    this.#socket = socket;
    const forget = atEndOfProcess(() => firefox.kill('SIGKILL'));
    this.#kill = () => {
      forget();
      firefox.kill('SIGKILL');
    };
    socket.addEventListener('message', ({ data }) => {
      const message: BidiMessage = JSON.parse(String(data));
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    });
    // Open questions stay unanswered.
    socket.addEventListener('close', () => {
      for (const answer of this.#waiting.values()) answer({ message: 'Firefox has ended' });
    });
  }

  /**
   * Resolves when the page is loaded.
   * @param home an empty folder for Firefox' profile
   * @throws Error if Firefox does not listen, or cannot load it
   */
  static async open(url: string, home: string): Promise<FirefoxPage> {
    const argv = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port=0', '--window-size=1200,800'];
    const firefox = spawn('firefox-esr', argv, { env: { ...process.env, HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] });
    const address = await listening(firefox);
    const socket = new WebSocket(`${address}/session`);
    const page = new FirefoxPage(firefox, socket);
    try {
      await once(socket, 'open');
      await page.#ask('session.new', { capabilities: {} });
      const { contexts }: { readonly contexts?: readonly { readonly context: string }[] } = Object(
        await page.#ask('browsingContext.getTree', {}),
      );
      page.#context = contexts?.[0]?.context ?? '';
      await page.#ask('browsingContext.navigate', { context: page.#context, url, wait: 'complete' });
      return page;
    } catch (error) {
      page.#kill();
      throw error;
    }
  }

  /** A text, a number or a truth value. */
  async read(expression: string): Promise<unknown> {
    const asked = { expression, target: { context: this.#context }, awaitPromise: true };
    const { result, exceptionDetails }: { readonly result?: unknown; readonly exceptionDetails?: { readonly text: string } } = Object(
      await this.#ask('script.evaluate', asked),
    );
    if (exceptionDetails !== undefined) throw new Error(`Firefox: ${exceptionDetails.text}`);
    return Object(result).value;
  }

  /** Presses a key; special ones by the private characters of WebDriver. */
  async press(key: string): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }));
    await this.#ask('input.performActions', { context: this.#context, actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async close(): Promise<void> {
    const ended = this.#firefox.exitCode !== null ? undefined : once(this.#firefox, 'exit');
    this.#kill();
    await ended;
    this.#socket.close();
  }

  async #ask(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#asked;
    const { result, message } = await new Promise<BidiMessage>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    this.#waiting.delete(id);
    if (result === undefined) throw new Error(`Firefox does not do ${method}: ${message}`);
    return result;
  }
}

/** Waits for the line that names the address. */
function listening(firefox: ChildProcess): Promise<string> {
  const words: string[] = [];
  return new Promise((resolve, reject) => {
    const forget = atEndOfProcess(() => firefox.kill('SIGKILL'));
    const fail = (why: string): void => {
      forget();
      firefox.kill('SIGKILL');
      reject(new Error(`Firefox ${why}; its last words:\n${words.slice(-10).join('\n')}`));
    };
    const timer = setTimeout(() => fail('did not listen within 120 s'), 120_000);
    firefox.once('error', reject).once('exit', (code) => fail(`ended with code ${code}`));
    if (firefox.stderr === null) return fail('has no words');
    createInterface(firefox.stderr).on('line', (line) => {
      words.push(line);
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      forget();
      resolve(address);
    });
  });
}
