import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { PROTOCOL_VERSION, TOKEN_BYTES } from '../../../../core/wire/schema.ts';

/** Below the app's folder, with one file per process. */
export const EMBEDDED_AGENT_FOLDER = 'Library/Caches/laglens';
/** The app may write anything there. */
export const MOST_EMBEDDED_AGENT_BYTES = 4096;

/** The file's name in `EMBEDDED_AGENT_FOLDER`. */
export function embeddedAgentFile(pid: number): string {
  return `agent-${pid}.json`;
}

export interface EmbeddedAgent {
  /** Version of the wire protocol. */
  readonly protocol: number;
  readonly pid: number;
  /** On 127.0.0.1 of the app. */
  readonly port: number;
  readonly token: Uint8Array;
  readonly bundleId: string;
}

/** Undefined for incomplete or foreign contents, as the app can write there. */
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

/**
 * An embedded agent changes only with a build.
 * @throws LaglensError for another version
 */
export function checkVersion({ protocol, bundleId, pid }: EmbeddedAgent): void {
  if (protocol === PROTOCOL_VERSION) return;
  const isOlder = protocol < PROTOCOL_VERSION;
  throw new LaglensError({
    code: isOlder ? 'agent-old' : 'agent-version',
    message: isOlder
      ? phrase`The agent that was built into ${bundleId} (process ${pid}) is older than this Laglens: it speaks version ${protocol} of the protocol, not ${PROTOCOL_VERSION}.`
      : phrase`The agent that was built into ${bundleId} (process ${pid}) is newer than this Laglens: it speaks version ${protocol} of the protocol, not ${PROTOCOL_VERSION}.`,
    next: isOlder
      ? phrase`Rebuild the app with the agent of this version (docs/ios.md), start it and try again.`
      : phrase`Update Laglens, and try again.`,
    action: 'retry',
  });
}
