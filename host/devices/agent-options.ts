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
}

export function randomName(): string {
  return randomBytes(4).toString('hex');
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
  ];
  return pairs.join(',');
}
