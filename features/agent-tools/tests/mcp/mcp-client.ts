import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { field, textField } from '../../../../core/text/json-fields.ts';
import { Deferred } from '../../../../host/deferred.ts';
import { root } from '../../../../tests/house/project-sources.ts';

/** The end of a call, as the protocol has it. */
export interface CallEnd {
  readonly text: string;
  readonly answer: unknown;
  readonly isError: boolean;
}

interface ClientOptions {
  /** The workspace. */
  readonly folder: string;
  readonly args?: readonly string[];
  /** Answers the server's questions; without it the client cannot ask. */
  readonly ask?: (question: string) => boolean;
}

/** A client of the Model Context Protocol (2025-06-18) that speaks its JSON by hand, beside the protocol's own inspector. */
export class McpClient {
  readonly questions: string[] = [];
  readonly progress: string[] = [];
  readonly #child: ChildProcess;
  readonly #ask: ClientOptions['ask'];
  readonly #waiting = new Map<number, Deferred<unknown>>();
  #id = 0;
  /** What the server said on standard error. */
  said = '';

  private constructor({ folder, args = [], ask }: ClientOptions) {
    this.#ask = ask;
    this.#child = spawn(process.execPath, [join(root, 'cli/main.ts'), 'mcp', ...args], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.said += data.toString('utf8');
    });
    if (this.#child.stdout !== null) createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(JSON.parse(line)));
  }

  /** Ended after the test. */
  static async start(t: Pick<TestContext, 'after'>, options: ClientOptions): Promise<McpClient> {
    const client = new McpClient(options);
    t.after(() => client.#child.kill('SIGKILL'));
    const capabilities = options.ask === undefined ? {} : { elicitation: {} };
    const clientInfo = { name: 'test', version: '0' };
    await client.request('initialize', { protocolVersion: '2025-06-18', capabilities, clientInfo });
    client.#write({ method: 'notifications/initialized' });
    return client;
  }

  /** @param id for `cancel` */
  request(method: string, params: object, id = ++this.#id): Promise<unknown> {
    const ended = new Deferred<unknown>();
    this.#waiting.set(id, ended);
    this.#write({ id, method, params });
    return ended.promise;
  }

  get nextId(): number {
    return this.#id + 1;
  }

  async call(name: string, args: object): Promise<CallEnd> {
    const result = await this.request('tools/call', { name, arguments: args, _meta: { progressToken: name } });
    const content = field(result, 'content');
    const text = Array.isArray(content) ? textField(content[0], 'text') : '';
    return { text, answer: field(result, 'structuredContent'), isError: field(result, 'isError') === true };
  }

  cancel(id: number): void {
    this.#write({ method: 'notifications/cancelled', params: { requestId: id } });
    this.#waiting.delete(id);
  }

  raw(text: string): void {
    this.#child.stdin?.write(text);
  }

  /** Closes the server's input, as clients do; gives its exit code. */
  async close(): Promise<number | null> {
    const exit = this.#child.exitCode === null ? once(this.#child, 'exit') : undefined;
    this.#child.stdin?.end();
    await exit;
    return this.#child.exitCode;
  }

  #write(message: object): void {
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #take(message: unknown): void {
    const id = field(message, 'id');
    const params = field(message, 'params');
    if (field(message, 'method') === 'elicitation/create') {
      const question = textField(params, 'message');
      this.questions.push(question);
      const agrees = this.#ask?.(question) === true;
      this.#write({ id, result: agrees ? { action: 'accept', content: { agrees } } : { action: 'decline' } });
    } else if (field(message, 'method') === 'notifications/progress') {
      this.progress.push(textField(params, 'message'));
    } else if (typeof id === 'number') {
      const error = field(message, 'error');
      if (error === undefined) this.#waiting.get(id)?.resolve(field(message, 'result'));
      else this.#waiting.get(id)?.reject(new Error(textField(error, 'message')));
      this.#waiting.delete(id);
    }
  }
}
