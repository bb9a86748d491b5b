/** Stable codes for logs and tests, which never change their meaning. Grouped by the step that failed. */
export type ErrorCode =
  // The user's tools
  | 'adb-not-found'
  | 'adb-start-failed'
  | 'adb-unreachable'
  | 'adb-version'
  | 'adb-protocol'
  | 'usbmux-failed'
  | 'xcode-missing'
  | 'xcode-license'
  | 'xcode-failed'
  | 'xcode-silent'
  // The device
  | 'device-none'
  | 'device-not-found'
  | 'device-unusable'
  | 'device-unauthorized'
  | 'device-offline'
  | 'device-no-permission'
  | 'device-too-old'
  | 'device-locked'
  | 'device-abi'
  | 'device-lost'
  | 'device-wifi'
  | 'wifi-unsupported'
  | 'wifi-pairing-failed'
  | 'wifi-connect-failed'
  | 'device-developer-mode'
  // The app
  | 'app-none'
  | 'app-not-found'
  | 'app-not-running'
  | 'app-not-debuggable'
  | 'app-several-processes'
  | 'app-other-user'
  | 'app-debugger'
  | 'app-died'
  | 'app-frozen'
  | 'launch-unsupported'
  | 'launch-failed'
  | 'launch-ambiguous'
  | 'app-damaged'
  | 'app-not-built'
  // Getting the agent in
  | 'agent-missing'
  | 'push-failed'
  | 'device-full'
  | 'run-as-failed'
  | 'attach-refused'
  | 'user-restricted'
  | 'attach-silent'
  | 'attach-unsupported'
  | 'agent-abi'
  | 'agent-load-failed'
  | 'install-failed'
  | 'image-missing'
  | 'image-refused'
  | 'route-none'
  | 'sign-identity'
  | 'agent-signature'
  // Talking with it
  | 'connect-failed'
  | 'hello-silent'
  | 'no-answer'
  | 'agent-busy'
  | 'agent-version'
  | 'agent-old'
  | 'agent-token'
  | 'agent-other-app'
  | 'stream-damaged'
  // Files
  | 'disk-full'
  | 'record-failed'
  | 'record-full'
  | 'no-lag-selected'
  | 'session-not-found'
  | 'session-unreadable'
  | 'session-damaged'
  | 'link-unreadable'
  | 'session-newer'
  // Profiles of other tools
  | 'format-unknown'
  | 'format-unreadable'
  | 'format-several'
  | 'format-newer'
  | 'format-too-large'
  | 'export-failed'
  // Lakes
  | 'engine-missing'
  | 'lake-unreadable'
  | 'lake-full'
  | 'query-failed'
  // Names and lines
  | 'symbols-missing'
  | 'symbols-changed'
  | 'symbols-malformed'
  | 'symbols-unsupported'
  // The rest
  | 'workspace-untrusted'
  | 'internal'
  | 'usage'
  | 'unsupported-platform';

/** A button beside the message. */
export type NextAction =
  | 'retry'
  | 'diagnose'
  | 'showLog'
  | 'setAdbPath'
  | 'setAdbServer'
  | 'setXcrunPath'
  | 'pickDevice'
  | 'pickApp'
  | 'launchApp'
  | 'manageTrust';

export interface LaglensErrorDetails {
  readonly code: ErrorCode;
  /** The attempt and its failure: one or two sentences. */
  readonly message: string;
  /** The next step for a person: one or two sentences. */
  readonly next: string;
  readonly action?: NextAction;
  /** Output of a tool or device, word for word but for tokens, for log and report. */
  readonly output?: string;
  readonly cause?: unknown;
}

/**
 * The one family of errors shown to people; any other is a defect of Laglens. The agent's token is removed, since tools and devices repeat
 * its options.
 */
export class LaglensError extends Error {
  override readonly name = 'LaglensError';
  readonly code: ErrorCode;
  readonly next: string;
  readonly action: NextAction | undefined;
  readonly output: string | undefined;

  constructor(details: LaglensErrorDetails) {
    super(withoutToken(details.message), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.next = withoutToken(details.next);
    this.action = details.action;
    this.output = details.output === undefined ? undefined : withoutToken(details.output);
  }
}

export function explain(error: unknown): string {
  if (!(error instanceof LaglensError)) return withoutToken(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const said = error.output === undefined || error.output.trim() === '' ? '' : `\n${indented(error.output.trim())}`;
  return `${error.message}\n${error.next} [${error.code}]${said}`;
}

/** One sentence for any error. */
export function messageOf(error: unknown): string {
  return withoutToken(error instanceof Error ? error.message : String(error));
}

/** Hides the agent's token from other readers. */
export function withoutToken(text: string): string {
  return text.replace(/token=[0-9a-f]+/gi, 'token=…');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n');
}

/** A person cancelled by an `AbortSignal`: nothing is shown. */
export function isCancel(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
