import { randomBytes } from 'node:crypto';

interface AgentOptions {
  readonly token: Uint8Array;
  /** 8 random hex digits of the socket's name. */
  readonly rand: string;
  /** Path of the hook as the app sees it. */
  readonly hook: string;
  /** For a path socket as the app sees it; otherwise the socket is abstract. */
  readonly dir?: string;
  readonly intervalUs: number;
  readonly depth: number;
  /** Records a launch before the host connects. */
  readonly ahead?: boolean;
  /** Reports allocations per thread. */
  readonly allocations?: boolean | undefined;
}

export function randomName(): string {
  return randomBytes(4).toString('hex');
}

interface IosAgentOptions extends Pick<AgentOptions, 'token' | 'intervalUs' | 'depth'> {
  /** On 127.0.0.1. */
  readonly port: number;
  /** False leaves blocking calls uninstrumented. */
  readonly blockingCalls?: boolean | undefined;
}

export const IOS_OPTIONS_VARIABLE = 'LAGLENS_OPTIONS';

/** Contains the token: never log it. The agent records at once. */
export function iosOptionsText({ token, port, intervalUs, depth, blockingCalls = true }: IosAgentOptions): string {
  const switches = blockingCalls ? '' : ',blocking=0';
  return `token=${Buffer.from(token).toString('hex')},port=${port},interval=${intervalUs},depth=${depth},ahead=1${switches}`;
}

/** `key=value,…` with the token: never log it. */
export function optionsText(options: AgentOptions): string {
  const pairs = [
    `token=${Buffer.from(options.token).toString('hex')}`,
    `rand=${options.rand}`,
    ...(options.dir === undefined ? [] : [`dir=${options.dir}`]),
    `hook=${options.hook}`,
    `interval=${options.intervalUs}`,
    `depth=${options.depth}`,
    ...(options.ahead === true ? ['ahead=1'] : []),
    ...(options.allocations === true ? ['allocations=1'] : []),
  ];
  return pairs.join(',');
}
