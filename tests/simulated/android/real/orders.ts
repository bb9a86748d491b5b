/** What a test asks the phone's process for (phone-process.ts). */
export type Order =
  /** Starts the demo app as by its icon. */
  | { readonly kind: 'launch' }
  /** Starts adbd, as init does after its end. */
  | { readonly kind: 'startAdbd' }
  | { readonly kind: 'signalAdbd'; readonly signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' }
  /** Starts a program in the phone's network; `port` is where it listens by then. */
  | { readonly kind: 'startBeside'; readonly command: readonly string[]; readonly env: NodeJS.ProcessEnv; readonly port: number };

export interface Numbered {
  readonly id: number;
  readonly order: Order;
}

/** The end of an order. Number 0 comes first: the phone runs. */
export interface Answer {
  readonly id: number;
  /** Of the started process, in the phone's own numbers. */
  readonly pid?: number;
  readonly failure?: string;
}

/** Below the phone's folder. Sockets with paths connect network namespaces. */
export const places = {
  /** The phone's own file system. */
  root: 'root',
  truths: 'truths',
  /** The socket to a TCP port of the phone's loopback. */
  portSocket: (port: number): string => `port-${port}`,
} as const;

/** adbd's port, as after `adb tcpip 5555`. */
export const ADBD_PORT = 5555;
