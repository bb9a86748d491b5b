import { uint8At } from '../../core/columns/at.ts';
import { joinBytes } from '../../core/join-bytes.ts';
import type { StreamBases, StreamPiece } from '../../core/session/file/stream-position.ts';
import { Encoder } from '../../core/wire/encoder.ts';
import { messageExtent } from '../../core/wire/partial-message.ts';
import { type Message, messages } from '../../core/wire/schema.ts';

/** A working agent logs a line in minutes. */
interface LogLimits {
  /** Burst limit. */
  readonly lines: number;
  readonly bytes: number;
  /** Long-term limit. */
  readonly linesPerSecond: number;
  readonly bytesPerSecond: number;
}

const usualLogLimits: LogLimits = { lines: 1_000, bytes: 256 << 10, linesPerSecond: 20, bytesPerSecond: 4 << 10 };

/** Interval of reports on omitted lines. */
const SAY_MS = 1_000;
const WARNING = 2;

/** Drops an agent's log lines beyond the limits and logs their number. */
export class LogBudget {
  readonly #limits: LogLimits;
  readonly #encoder = new Encoder();
  #lines: number;
  #bytes: number;
  #atMs: number;
  #leftOut = 0;
  #saidMs = Number.NEGATIVE_INFINITY;

  /** @param nowMs monotonic */
  constructor(nowMs: number, limits: LogLimits = usualLogLimits) {
    this.#limits = limits;
    this.#lines = limits.lines;
    this.#bytes = limits.bytes;
    this.#atMs = nowMs;
  }

  take(piece: StreamPiece, nowMs: number): StreamPiece {
    this.#refill(nowMs);
    const kept = piece.messages.some(({ type }) => type === 'log') ? this.#withinLimits(piece) : piece;
    return this.#leftOut > 0 && nowMs - this.#saidMs >= SAY_MS ? this.#withCount(kept, nowMs) : kept;
  }

  /** The final report for that place of the stream, if lines were dropped. */
  rest(nowMs: number, { timeUs, node }: StreamBases): StreamPiece | undefined {
    return this.#leftOut === 0 ? undefined : this.#withCount({ messages: [], bytes: new Uint8Array(0), timeUs, node }, nowMs);
  }

  #refill(nowMs: number): void {
    const { lines, bytes, linesPerSecond, bytesPerSecond } = this.#limits;
    const seconds = Math.max(0, nowMs - this.#atMs) / 1_000;
    this.#atMs = nowMs;
    this.#lines = Math.min(lines, this.#lines + seconds * linesPerSecond);
    this.#bytes = Math.min(bytes, this.#bytes + seconds * bytesPerSecond);
  }

  #withinLimits({ messages: all, bytes, timeUs, node }: StreamPiece): StreamPiece {
    const parts: Uint8Array[] = [];
    const isKept: boolean[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; ) {
      const extent = messageExtent(bytes, at, bytes.length);
      if (extent === 'incomplete' || extent === 'tooLong') break;
      if (numberAt(bytes, extent.body) === messages.log.number) {
        const keeps = this.#spend(extent.end - at);
        isKept.push(keeps);
        if (!keeps) {
          parts.push(bytes.subarray(from, at));
          from = extent.end;
        }
      }
      at = extent.end;
    }
    let line = 0;
    const kept = all.filter(({ type }) => type !== 'log' || isKept[line++] === true);
    return { messages: kept, bytes: from === 0 ? bytes : joinBytes([...parts, bytes.subarray(from)]), timeUs, node };
  }

  #spend(bytes: number): boolean {
    if (this.#lines < 1 || this.#bytes < bytes) {
      this.#leftOut++;
      return false;
    }
    this.#lines--;
    this.#bytes -= bytes;
    return true;
  }

  #withCount(piece: StreamPiece, nowMs: number): StreamPiece {
    const said: Message<'log'> = {
      type: 'log',
      level: WARNING,
      text: `Laglens: ${this.#leftOut} log ${this.#leftOut === 1 ? 'line was' : 'lines were'} left out, as there were too many.`,
    };
    this.#leftOut = 0;
    this.#saidMs = nowMs;
    return { ...piece, messages: [...piece.messages, said], bytes: joinBytes([piece.bytes, this.#encoder.encode(said)]) };
  }
}

/** A message number as a varint, possibly padded. */
function numberAt(bytes: Uint8Array, at: number): number {
  let number = 0;
  for (let index = 0; index < 4; index++) {
    const byte = uint8At(bytes, at + index);
    number |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) break;
  }
  return number;
}
