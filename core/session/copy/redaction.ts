import { joinBytes } from '../../join-bytes.ts';
import { literalPattern } from '../../text/escape.ts';
import { Decoder } from '../../wire/decoder.ts';
import { Encoder } from '../../wire/encoder.ts';
import { messageExtent } from '../../wire/partial-message.ts';
import { type FieldPlan, planOf } from '../../wire/plan.ts';
import type { Message } from '../../wire/schema.ts';
import { STEP_BYTES } from '../file/replay.ts';
import { pathShortener } from './short-paths.ts';

/** Removed before a session is shared. */
export interface Redaction {
  /** Serial numbers and UDIDs of devices, in any text. */
  readonly serials: boolean;
  /** Given names of devices: “Anna’s iPhone”. */
  readonly deviceNames: boolean;
  /** Local paths are shortened: folders to their names, homes to `~`. Undefined keeps them. */
  readonly folders: readonly string[] | undefined;
}

/** The default for sharing: everything personal is removed. */
export function carefulRedaction(folders: readonly string[]): Redaction {
  return { serials: true, deviceNames: true, folders };
}

/** Bound of device serials and names, each of which costs a search. */
export const MOST_SECRETS = 100;
/** Longer names are no part of other words; V8 rejects expressions of 40,000 letters. */
const MOST_WORD_LETTERS = 64;
/** Free texts. */
const SENTENCES: ReadonlySet<string> = new Set(['text', 'value', 'why']);

/** Redacts one session's chunks, in order. Unchanged and unknown messages keep their bytes. */
export class Redactor {
  readonly #redaction: Redaction;
  readonly #shorter: (text: string) => string;
  /** Device names of one word, searched in sentences only: elsewhere they may be the app's name. */
  readonly #words = new Map<string, RegExp>();
  /** Also removed from log lines. */
  readonly #secrets = new Set<string>();
  #hasMore = false;

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
    this.#shorter = redaction.folders === undefined ? (text) => text : pathShortener(redaction.folders);
  }

  /** In steps; the part after damage is left out. */
  *chunkInSteps(chunk: Uint8Array): Generator<void, Uint8Array> {
    const decoder = new Decoder();
    const parts: Uint8Array[] = [];
    let kept = 0;
    let at = 0;
    for (let step = STEP_BYTES; at < chunk.length; ) {
      if (at > step) {
        yield;
        step = at + STEP_BYTES;
      }
      const extent = messageExtent(chunk, at, chunk.length);
      if (extent === 'tooLong' || extent === 'incomplete' || extent.end > chunk.length) break;
      const bases = { timeUs: decoder.timeUs, node: decoder.node };
      const [message] = decoder.push(chunk.subarray(at, extent.end));
      if (decoder.failure !== undefined) break;
      const redacted = message && this.message(message);
      if (redacted !== message && redacted !== undefined) {
        parts.push(chunk.subarray(kept, at), new Encoder(bases).encode(redacted));
        kept = extent.end;
      }
      at = extent.end;
    }
    return joinBytes([...parts, chunk.subarray(kept, at)]);
  }

  /** The redacted message, itself when unchanged. */
  message<T extends Message>(message: T): T {
    if (message.type === 'process') this.#learn(message);
    return withTexts(message, planOf(message.type).fields, (text, field) => this.#text(text, field));
  }

  /** A name beside the session's messages, of the devices so far. */
  name(text: string): string {
    return this.#text(text, 'name');
  }

  /** A free text beside the session's messages, of the devices so far. */
  sentence(text: string): string {
    return this.#text(text, 'text');
  }

  #learn({ serial, device }: Message<'process'>): void {
    if (this.#redaction.serials && serial !== '') this.#keepSecret(serial);
    if (!this.#redaction.deviceNames) return;
    if (device.includes(' ') || device.length > MOST_WORD_LETTERS) this.#keepSecret(device);
    // The plain name “iPhone” would vanish from every sentence.
    else if (saysWhose(device)) this.#keepWord(device);
  }

  #keepWord(word: string): void {
    if (this.#words.has(word)) return;
    const whole = `(?<![\\p{L}\\p{N}])${literalPattern(word)}(?![\\p{L}\\p{N}])`;
    if (this.#words.size < MOST_SECRETS) this.#words.set(word, new RegExp(whole, 'gu'));
    else this.#hasMore = true;
  }

  #keepSecret(secret: string): void {
    if (this.#secrets.has(secret)) return;
    if (this.#secrets.size < MOST_SECRETS) this.#secrets.add(secret);
    else this.#hasMore = true;
  }

  #text(text: string, field: string): string {
    if (field === 'device' && this.#redaction.deviceNames) return '';
    if (field === 'serial' && this.#redaction.serials) return '';
    // Beyond the bound, a sentence may name an unsearched device.
    if (this.#hasMore && SENTENCES.has(field)) return '';
    let redacted = text;
    for (const secret of this.#secrets) if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, '');
    if (SENTENCES.has(field)) for (const word of this.#words.values()) redacted = redacted.replaceAll(word, '');
    return this.#shorter(redacted);
  }
}

/** Includes lists; returns itself when unchanged. */
function withTexts<T extends object>(record: T, fields: readonly FieldPlan[], change: (text: string, field: string) => string): T {
  const values = new Map<string, unknown>(Object.entries(record));
  const changed = new Map<string, unknown>();
  for (const { name, kind, items } of fields) {
    const value = values.get(name);
    if (kind === 'str' && typeof value === 'string') {
      const text = change(value, name);
      if (text !== value) changed.set(name, text);
    } else if (kind === 'list' && Array.isArray(value)) {
      const list: readonly object[] = value;
      const texts = list.map((item) => withTexts(item, items, change));
      if (texts.some((item, index) => item !== list[index])) changed.set(name, texts);
    }
  }
  return changed.size === 0 ? record : { ...record, ...Object.fromEntries(changed) };
}

const BOUGHT =
  /^(?:i(?:phone|pad|pod)|apple|watch|tv|vision|pixel|galaxy|samsung|xiaomi|redmi|oneplus|huawei|nokia|motorola|moto|sony|nexus|android|google|sdk|gphone\d*|emulator|simulator|phone|tablet|device|test|mini|pro|max|plus|air|se|ultra|fold|flip|lite|this|computer|x86|arm64|v8a|\d+\w{0,2}|\w)$/i;

/** True for a name beyond the model: “Annas-iPhone”, but not “iPhone-15-Pro”. */
function saysWhose(name: string): boolean {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .some((word) => !BOUGHT.test(word));
}
