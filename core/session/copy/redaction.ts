import { joinBytes } from '../../join-bytes.ts';
import { literalPattern } from '../../text/literal-pattern.ts';
import { Decoder, Encoder } from '../../wire/codec.ts';
import { messageExtent } from '../../wire/partial-message.ts';
import { type FieldPlan, planOf } from '../../wire/plan.ts';
import type { Message } from '../../wire/schema.ts';
import { STEP_BYTES } from '../file/replay.ts';
import { saysWhose } from './device-name.ts';
import { pathShortener } from './short-paths.ts';

/** What is left out of a session before others get it. */
export interface Redaction {
  /** Serial numbers and UDIDs of devices, wherever they stand. */
  readonly serials: boolean;
  /** What people named their devices: “Anna’s iPhone”. */
  readonly deviceNames: boolean;
  /**
   * Paths of this and other computers: those in one of these folders begin with its name, those in anyone's home with `~`.
   * Undefined keeps them as they are.
   */
  readonly folders: readonly string[] | undefined;
}

/** What people share when they choose nothing: all that says who they are is left out. */
export function carefulRedaction(folders: readonly string[]): Redaction {
  return { serials: true, deviceNames: true, folders };
}

/** Serials and names of devices that are looked for in every text; each costs a search. No honest session speaks of so many. */
export const MOST_SECRETS = 100;
/** A longer name of a device is no part of another word by chance, and V8 takes no expression of 40,000 letters. */
const MOST_WORD_LETTERS = 64;
/** Fields in which anything may be said. */
const SENTENCES: ReadonlySet<string> = new Set(['text', 'value', 'why']);

/**
 * Takes out of one session's chunks, in their order, what others need not know. A message in which nothing has to go stays byte by byte,
 * as does every message that this version does not know.
 */
export class Redactor {
  readonly #redaction: Redaction;
  readonly #shorter: (text: string) => string;
  /** Names of devices that are one word: only sentences speak of devices, elsewhere it may be the app's own name. */
  readonly #words = new Map<string, RegExp>();
  /** Serials and names of devices that were met so far; they are left out of log lines, too. */
  readonly #secrets = new Set<string>();
  /** There were more than are looked for. */
  #hasMore = false;

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
    this.#shorter = redaction.folders === undefined ? (text) => text : pathShortener(redaction.folders);
  }

  /** The chunk without them, in steps between which others may have their turn; what stands behind damage is left out. */
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

  /** The message without them; the very same one when nothing has to go. */
  message<T extends Message>(message: T): T {
    if (message.type === 'process') this.#learn(message);
    return withTexts(message, planOf(message.type).fields, (text, field) => this.#text(text, field));
  }

  #learn({ serial, device }: Message<'process'>): void {
    if (this.#redaction.serials && serial !== '') this.#keepSecret(serial);
    if (!this.#redaction.deviceNames) return;
    if (device.includes(' ') || device.length > MOST_WORD_LETTERS) this.#keepSecret(device);
    // A device that is just named “iPhone” would take that word out of every sentence.
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
    // With devices that are not looked for, a sentence may name one: it goes as a whole.
    if (this.#hasMore && SENTENCES.has(field)) return '';
    let redacted = text;
    for (const secret of this.#secrets) if (redacted.includes(secret)) redacted = redacted.replaceAll(secret, '');
    if (SENTENCES.has(field)) for (const word of this.#words.values()) redacted = redacted.replaceAll(word, '');
    return this.#shorter(redacted);
  }
}

/** The record with every text passed through `change`, lists included; the very same one when no text changed. */
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
