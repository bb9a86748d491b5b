import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type ErrorCode, LaglensError } from '../../core/errors.ts';
import { phrase } from '../../core/text/phrase.ts';
import { type Message, TOKEN_BYTES } from '../../core/wire/schema.ts';
import type { AgentLink, AppTarget, DeployOptions, Device } from '../devices/device.ts';
import { isUnanswered, withLimit } from '../time-limits.ts';
import { AgentConnection, type ConnectionOptions } from './agent-connection.ts';
import type { LinkLimits } from './capture-options.ts';

/** The device may know the reason, such as the process' end. */
const explainable: ReadonlySet<ErrorCode> = new Set(['connect-failed', 'hello-silent', 'agent-token', 'agent-old']);

export type ConnectOptions = Omit<ConnectionOptions, 'token' | 'signal' | 'refuse'>;

/** An agent in a process, and the token for connections to it. */
export class Attachment {
  readonly link: AgentLink;
  readonly #token: Uint8Array;

  private constructor(link: AgentLink, token: Uint8Array) {
    this.link = link;
    this.#token = token;
  }

  static async deploy(device: Device, target: AppTarget, options: Omit<DeployOptions, 'token'>): Promise<Attachment> {
    const token = randomBytes(TOKEN_BYTES);
    const link = await device.deploy(target, { ...options, token });
    return new Attachment(link, link.token ?? token);
  }

  /**
   * Connects and waits for the hello.
   * @throws LaglensError with the device's explanation
   */
  async connect(options: ConnectOptions, signal: AbortSignal): Promise<AgentConnection> {
    let duplex: Duplex;
    try {
      duplex = await this.link.connect(signal);
      const refuse = (hello: Message<'hello'>): LaglensError | undefined => this.link.refuse?.(hello);
      return await AgentConnection.open(duplex, { ...options, token: this.#token, refuse, signal });
    } catch (error) {
      throw await this.#explained(error, signal);
    }
  }

  async #explained(error: unknown, signal: AbortSignal): Promise<unknown> {
    if (!(error instanceof LaglensError) || !explainable.has(error.code)) return error;
    const known = await this.link.explainSilence(signal);
    if (known === undefined) return error;
    return new LaglensError({
      code: known.code,
      message: phrase`${error.message} ${known.why}`,
      next: known.next,
      action: 'retry',
      cause: error,
    });
  }
}

interface StateOptions {
  readonly limits: LinkLimits;
  log(line: string): void;
}

export async function processState(
  { link }: Attachment,
  { limits, log }: StateOptions,
  signal: AbortSignal,
): Promise<'running' | 'ended' | 'unreachable' | 'silent'> {
  const limit = { ms: limits.stateMs, what: phrase`Asking whether ${link.process.name} still runs`, next: phrase`It is asked again.` };
  try {
    return await withLimit(limit, signal, (within) => link.processState(within));
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    log(error.message);
    return 'silent';
  }
}

export async function untilNotRunning(attachment: Attachment, options: StateOptions, signal: AbortSignal): Promise<void> {
  do await pause(options.limits.stateAgainMs, undefined, { signal });
  while ((await processState(attachment, options, signal)) === 'running');
}
