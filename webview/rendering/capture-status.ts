import type { SessionPhase, ToPage } from '../../protocol/page-protocol.ts';

/** Shorter pauses between updates are normal. */
export const SILENCE_CHECK_MS = 1000;

/** The state of the capture, and for how long no data has come. */
export class CaptureStatus {
  #phase: SessionPhase = 'starting';
  #detail = '';
  #keptSessions: number | undefined;
  #recordedS: number | undefined;
  #lastBytesMs = performance.now();

  get phase(): SessionPhase {
    return this.#phase;
  }

  get detail(): string {
    return this.#detail;
  }

  /** @returns what changed: only the clock, or the phase as well */
  setPhase({ phase, detail, keptSessions, recordedS }: Extract<ToPage, { readonly type: 'phase' }>): 'clock' | 'phase' {
    const isSame = phase === this.#phase && detail === this.#detail && keptSessions === this.#keptSessions;
    this.#phase = phase;
    this.#detail = detail;
    this.#keptSessions = keptSessions;
    this.#recordedS = recordedS;
    return isSame ? 'clock' : 'phase';
  }

  /** Number of kept sessions, once a capture has stopped and is saved. */
  get keptSessions(): number | undefined {
    return this.#keptSessions;
  }

  /** The status bar's clock, which data still to come have not reached here. */
  get recordedS(): number | undefined {
    return this.#recordedS;
  }

  bytesCame(): void {
    this.#lastBytesMs = performance.now();
  }

  /** The session may still grow. */
  get isLive(): boolean {
    return this.#phase !== 'recorded' && this.#phase !== 'stopped';
  }

  /** Silence while data is expected, else 0. */
  get silentUs(): number {
    const silentMs = performance.now() - this.#lastBytesMs;
    const isExpected = this.#phase === 'recording' || this.#phase === 'silent';
    return isExpected && silentMs > SILENCE_CHECK_MS ? silentMs * 1000 : 0;
  }
}
