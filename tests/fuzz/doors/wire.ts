import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { type SessionRecordName, SessionStream } from '../../../core/session/file/session-stream.ts';
import { SessionWriter } from '../../../core/session/file/writer.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { Decoder } from '../../../core/wire/decoder.ts';
import { planOf } from '../../../core/wire/plan.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { AgentClock } from '../../../host/capture/recording.ts';
import { processMessage, seededRandom } from '../../core/sample-stream.ts';
import type { Door } from '../door.ts';
import type { Work } from '../work.ts';
import { alteredMessages, encoded, messageSeeds } from './messages-door.ts';

const isOfAgent = (message: Message): boolean => String(planOf(message.type).from).includes('agent');
const seeds = messageSeeds.map((messages) => Buffer.concat(encoded(messages.filter(isOfAgent))));

/** An agent's bytes, checked, recorded, shown and judged as in a capture. Nothing is thrown. */
export const wire: Door = {
  name: 'wire',
  seeds: async () => seeds,
  altered: (seed, random) => Buffer.concat(encoded(alteredMessages(new Decoder().push(seed), random))),
  run: capture,
  refuses: () => false,
  // Each piece is copied, recorded, decoded again and judged.
  most: (bytes) => 400_000 + 200 * bytes,
};

function capture(bytes: Uint8Array, work: Work): unknown {
  const capturing = new Capturing();
  const random = seededRandom(bytes.length);
  for (let at = 0, next = 0; at < bytes.length; at = next) {
    next = at + 1 + Math.floor(random() ** 2 * 4_000);
    work.did(capturing.take(bytes.slice(at, next)));
    if (random() < 0.05) capturing.reconnect();
  }
  return capturing.end();
}

/** `host/capture` for a connection's bytes, without files and sockets. */
class Capturing {
  readonly #stream = new SessionStream();
  readonly #recorded: Uint8Array[] = [];
  readonly #writer = new SessionWriter({ deflate: (raw) => deflateRawSync(raw, { level: 1 }), write: () => undefined });
  readonly #page = new Decoder();
  readonly #model = new SessionModel();
  readonly #judge = new LagDetector(this.#model, { thresholdUs: 20_000, isAppClass: (name) => name.startsWith('com.') });
  readonly #clock = new AgentClock();
  #messages = 0;

  constructor() {
    this.#record(processMessage(0));
  }

  /** Returns the number of messages. */
  take(bytes: Uint8Array): number {
    const hadFailed = this.#stream.failure !== undefined;
    const piece = this.#stream.agentBytes(bytes);
    if (hadFailed) assert.equal(piece.messages.length, 0, 'nothing comes behind a failure');
    for (const message of piece.messages) {
      if (message.type === 'tick') this.#clock.heard(message.atUs, 0);
      if (message.type === 'hello' || message.type === 'clock') this.#clock.heard(message.monoUs, 0);
    }
    this.#write(piece.bytes);
    this.#judge.update();
    this.#messages += piece.messages.length;
    return piece.messages.length;
  }

  reconnect(): void {
    this.#stream.connected();
    this.#record({ type: 'gap', atUs: this.#clock.lastUs, why: 'fuzz' });
    this.#record({ type: 'mark', atUs: this.#clock.nowUs(1), name: 'fuzz' });
  }

  /** The final file reads as it was shown. */
  end(): unknown {
    void this.#writer.flush();
    assert.equal(this.#page.failure, undefined, 'what was recorded can be read');
    assert.ok(Number.isSafeInteger(this.#model.nowUs) && this.#model.nowUs >= 0);
    const again = new SessionModel();
    for (const message of new Decoder().push(Buffer.concat(this.#recorded))) again.apply(message);
    assert.equal(again.nowUs, this.#model.nowUs, 'read at once it is the same');
    assert.equal(again.ignored, this.#model.ignored);
    return this.#judge.lags;
  }

  #record(message: Message<SessionRecordName>): void {
    this.#write(this.#stream.record(message).bytes);
  }

  #write(bytes: Uint8Array): void {
    this.#writer.append(bytes);
    this.#recorded.push(bytes.slice());
    for (const message of this.#page.push(bytes)) this.#model.apply(message);
  }
}
