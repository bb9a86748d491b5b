import { randomBytes } from 'node:crypto';

/** What the agent is told when it is loaded. */
export interface AgentOptions {
  readonly token: Uint8Array;
  /** 8 hex digits that make the socket's name unguessable. */
  readonly rand: string;
  /** Path of the hook jar as the app sees it. */
  readonly hook: string;
  /** Folder for a path socket as the app sees it; an abstract socket is used without. */
  readonly dir?: string;
  readonly intervalUs: number;
  readonly depth: number;
  /** Records from the moment it is loaded, for the host that connects later: for an app that is launched with it. */
  readonly ahead?: boolean;
  /** Tells what threads allocate; false when left out. */
  readonly allocations?: boolean | undefined;
}

export function randomName(): string {
  return randomBytes(4).toString('hex');
}

/** What an iOS agent is told by the environment of its process. */
export interface IosAgentOptions extends Pick<AgentOptions, 'token' | 'intervalUs' | 'depth'> {
  /** The port of 127.0.0.1 to listen on. */
  readonly port: number;
  /** False: the app's calls that may wait are left alone; true when left out. */
  readonly blockingCalls?: boolean | undefined;
}

/** Name of the environment variable that wakes an iOS agent. */
export const IOS_OPTIONS_VARIABLE = 'LAGLENS_OPTIONS';

/** The options of an iOS agent as the value of `LAGLENS_OPTIONS`. Holds the token: never to be logged. It records from its first moment on. */
export function iosOptionsText({ token, port, intervalUs, depth, blockingCalls = true }: IosAgentOptions): string {
  const switches = blockingCalls ? '' : ',blocking=0';
  return `token=${Buffer.from(token).toString('hex')},port=${port},interval=${intervalUs},depth=${depth},ahead=1${switches}`;
}

/** The options in the form `key=value,…` that the agent parses. Holds the token: never to be logged. */
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
