import { LaglensError } from '../../../../core/errors.ts';
import { PROTOCOL_VERSION, TOKEN_BYTES } from '../../../../core/wire/schema.ts';

/** Where an agent that an app carries says how it can be reached: below the app's own folder, one file for each process. */
export const EMBEDDED_AGENT_FOLDER = 'Library/Caches/laglens';
/** More than such a file ever has; what lies there is the app's to write. */
export const MOST_EMBEDDED_AGENT_BYTES = 4096;

/** Name of the file of a process in `LINKED_AGENT_FOLDER`. */
export function embeddedAgentFile(pid: number): string {
  return `agent-${pid}.json`;
}

/** An agent that an app carries. */
export interface EmbeddedAgent {
  /** Version of the wire protocol that it speaks. */
  readonly protocol: number;
  readonly pid: number;
  /** Of 127.0.0.1 as the app sees it. */
  readonly port: number;
  readonly token: Uint8Array;
  readonly bundleId: string;
}

/** Reads what such an agent wrote. Undefined when it is not whole, or anything else: the file lies where the app can write. */
export function parseEmbeddedAgent(text: string): EmbeddedAgent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { protocol, pid, port, token, bundle } = Object(value);
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  const isToken = typeof token === 'string' && /^[0-9a-f]+$/i.test(token) && token.length === 2 * TOKEN_BYTES;
  if (!Number.isInteger(protocol) || !Number.isInteger(pid) || !isPort || !isToken || typeof bundle !== 'string') return undefined;
  return { protocol, pid, port, token: Buffer.from(token, 'hex'), bundleId: bundle };
}

/** @throws LaglensError for an agent of another version: it was built into the app, so only a build gives the app another one */
export function checkVersion({ protocol, bundleId, pid }: EmbeddedAgent): void {
  if (protocol === PROTOCOL_VERSION) return;
  const isOlder = protocol < PROTOCOL_VERSION;
  throw new LaglensError({
    code: isOlder ? 'agent-old' : 'agent-version',
    message: `The agent that was built into ${bundleId} (process ${pid}) is ${isOlder ? 'older' : 'newer'} than this Laglens: it speaks version ${protocol} of the protocol, not ${PROTOCOL_VERSION}.`,
    next: isOlder
      ? 'Rebuild the app with the agent of this version (docs/ios.md), start it and try again.'
      : 'Update Laglens, and try again.',
    action: 'retry',
  });
}
