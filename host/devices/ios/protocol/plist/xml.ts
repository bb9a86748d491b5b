import { htmlText } from '../../../../../core/text/escape.ts';
import { isList, type PlistDict, PlistError, PlistUid, type PlistValue } from './value.ts';

const MAX_DEPTH = 64;
/** A sign and the 39 digits of 2^128. */
const MOST_DIGITS = 40;
const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n';

/** Entities are neither fetched nor defined. @throws PlistError */
export function readXmlPlist(text: string): PlistValue {
  const reader = new XmlReader(text);
  const value = reader.open('plist') ? reader.value(0) : undefined;
  if (value === undefined) throw new PlistError('It is no property list.');
  return value;
}

/** An element, comment or declaration with the text before it. The expression takes linear time for any text. */
const token = /([^<]*)(?:<!--[\s\S]*?-->|<(?:\?|!(?!--))[^>]*>|<(\/?)([A-Za-z]{1,16})(?=[\s/>])[^>]*?(\/?)>)/y;

class XmlReader {
  readonly #text: string;
  #at = 0;
  #before = '';

  constructor(text: string) {
    this.#text = text;
  }

  /** Enters the next element if it has this name. */
  open(name: string): boolean {
    const tag = this.#tag();
    return tag?.name === name && !tag.isEnd && !tag.isEmpty;
  }

  /** Undefined at the end of the parent. */
  value(depth: number): PlistValue | undefined {
    if (depth > MAX_DEPTH) throw new PlistError('The property list is nested too deeply.');
    const tag = this.#tag();
    if (tag === undefined) throw new PlistError('The property list ends too early.');
    if (tag.isEnd) return undefined;
    if (tag.name === 'dict') return tag.isEmpty ? {} : this.#dict(depth);
    if (tag.name === 'array') return tag.isEmpty ? [] : this.#array(depth);
    return leaf(tag.name, tag.isEmpty ? '' : this.#content(tag.name));
  }

  #array(depth: number): readonly PlistValue[] {
    const items: PlistValue[] = [];
    for (let item = this.value(depth + 1); item !== undefined; item = this.value(depth + 1)) items.push(item);
    return items;
  }

  #dict(depth: number): PlistDict {
    const entries: [string, PlistValue][] = [];
    for (;;) {
      const tag = this.#tag();
      if (tag?.isEnd === true && tag.name === 'dict') return Object.fromEntries(entries);
      if (tag?.name !== 'key') throw new PlistError('The property list has a value without a key.');
      const key = tag.isEmpty ? '' : unescaped(this.#content('key'));
      const value = this.value(depth + 1);
      if (value === undefined) throw new PlistError(`The property list has no value for “${key}”.`);
      entries.push([key, value]);
    }
  }

  #content(name: string): string {
    const end = this.#tag();
    if (end?.isEnd !== true || end.name !== name) throw new PlistError(`The property list has something else inside <${name}>.`);
    return this.#before;
  }

  #tag(): { readonly name: string; readonly isEnd: boolean; readonly isEmpty: boolean } | undefined {
    for (;;) {
      token.lastIndex = this.#at;
      const match = token.exec(this.#text);
      if (match === null) return undefined;
      this.#at = token.lastIndex;
      const [, before = '', end, name, empty] = match;
      this.#before = before;
      if (name !== undefined) return { name, isEnd: end === '/', isEmpty: empty === '/' };
    }
  }
}

function leaf(name: string, text: string): PlistValue {
  switch (name) {
    case 'string':
      return unescaped(text);
    case 'true':
      return true;
    case 'false':
      return false;
    case 'real':
      return Number(text);
    case 'integer':
      return wholeNumber(text.trim());
    case 'date':
      return new Date(text.trim());
    case 'data':
      return new Uint8Array(Buffer.from(text, 'base64'));
    default:
      throw new PlistError(`A property list has no <${name}>.`);
  }
}

/** At most 128 bits like CFNumber's kCFNumberSInt128Type, as `BigInt` takes quadratic time. */
function wholeNumber(text: string): number | bigint {
  if (text.length > MOST_DIGITS || !/^(?:[+-]?\d+|0x[0-9a-f]+)$/i.test(text))
    throw new PlistError(`“${text.slice(0, 40)}” is no whole number.`);
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    return entities[name ?? ''] ?? all;
  });
}

/** Omits undefined entries. */
export function writeXmlPlist(value: PlistValue): Buffer {
  return Buffer.from(`${HEAD}<plist version="1.0">\n${element(value)}\n</plist>\n`);
}

function element(value: PlistValue): string {
  if (typeof value === 'string') return `<string>${htmlText(value)}</string>`;
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  if (typeof value === 'bigint') return `<integer>${value}</integer>`;
  if (typeof value === 'number') return Number.isInteger(value) ? `<integer>${value}</integer>` : `<real>${value}</real>`;
  if (value instanceof Date) return `<date>${value.toISOString().replace(/\.\d+Z$/, 'Z')}</date>`;
  if (value instanceof Uint8Array) return `<data>${Buffer.from(value).toString('base64')}</data>`;
  if (value instanceof PlistUid) throw new PlistError('References have no form in XML.');
  if (isList(value)) return `<array>${value.map(element).join('')}</array>`;
  const entries = Object.entries(value).map(([key, each]) => (each === undefined ? '' : `<key>${htmlText(key)}</key>${element(each)}`));
  return `<dict>${entries.join('')}</dict>`;
}
