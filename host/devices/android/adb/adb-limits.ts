/** How long adb may be silent, in ms. Tests give smaller ones. */
export interface AdbLimits {
  /** For the server's answer to one question. It asks the device for some of them, which on a busy phone takes seconds. */
  readonly answerMs: number;
  /** Between two pieces of a command's output or of a copy: `am` starts a runtime of its own first, on old phones for many seconds. */
  readonly silenceMs: number;
  /** How often the server is asked whether it still answers, while it has nothing to say about devices. */
  readonly pingMs: number;
}

export const adbLimits: AdbLimits = { answerMs: 10_000, silenceMs: 30_000, pingMs: 10_000 };
