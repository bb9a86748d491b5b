import { ProtocolError } from '../input.ts';
import { binaryPropertyList, type Dictionary, dictionaryOf, isDictionary, type PlistValue, parsePropertyList } from '../property-list.ts';

// NSKeyedArchiver's property lists: a table of objects with references by index (`{UID: 3}`), the root first.

/** Deeper than any host's. */
const DEEPEST = 32;
/** More objects than any host sends; repeated ones count again. */
const MOST_OBJECTS = 20_000;

/** A device's error: an archived NSError. */
export interface NsError {
  readonly domain: string;
  readonly code: number;
  readonly description: string;
}

/** Archives strings, numbers, data, dates, arrays and dictionaries. */
export function archived(value: PlistValue): Buffer {
  const table = new ObjectTable();
  return table.archiveOf(table.put(value));
}

export function archivedError({ domain, code, description }: NsError): Buffer {
  const table = new ObjectTable();
  const content = { NSCode: code, NSDomain: table.put(domain), NSUserInfo: table.put({ NSLocalizedDescription: description }) };
  return table.archiveOf(table.object(content, 'NSError'));
}

type Uid = { UID: number };

class ObjectTable {
  readonly #objects: PlistValue[] = ['$null'];
  readonly #classes = new Map<string, Uid>();

  put(value: PlistValue): Uid {
    if (value === null) return { UID: 0 };
    if (Array.isArray(value)) return this.object({ 'NS.objects': value.map((item) => this.put(item)) }, 'NSArray');
    if (value instanceof Uint8Array) return this.object({ 'NS.data': value }, 'NSData');
    // Seconds since 2001.
    if (value instanceof Date) return this.object({ 'NS.time': value.getTime() / 1000 - 978_307_200 }, 'NSDate');
    if (isDictionary(value)) {
      const keys = Object.keys(value).map((key) => this.put(key));
      return this.object({ 'NS.keys': keys, 'NS.objects': Object.values(value).map((item) => this.put(item)) }, 'NSDictionary');
    }
    return this.#add(value);
  }

  object(content: Dictionary, name: string): Uid {
    return this.#add({ ...content, $class: this.#class(name) });
  }

  archiveOf(root: Uid): Buffer {
    return binaryPropertyList({ $version: 100_000, $archiver: 'NSKeyedArchiver', $top: { root }, $objects: this.#objects });
  }

  #class(name: string): Uid {
    const known = this.#classes.get(name);
    if (known) return known;
    const uid = this.#add({ $classname: name, $classes: [name, 'NSObject'] });
    this.#classes.set(name, uid);
    return uid;
  }

  #add(value: PlistValue): Uid {
    this.#objects.push(value);
    return { UID: this.#objects.length - 1 };
  }
}

/**
 * Unknown classes become dictionaries of their members.
 * @throws ProtocolError for other bytes, and archives deeper or larger than a host's
 */
export function unarchived(bytes: Uint8Array): PlistValue {
  const archive = dictionaryOf(parsePropertyList(bytes));
  const objects = archive.$objects;
  if (!Array.isArray(objects)) throw new ProtocolError('an archive without objects');
  let met = 0;

  const read = (reference: PlistValue | undefined, depth: number): PlistValue => {
    const uid = isDictionary(reference) ? reference.UID : undefined;
    const value = typeof uid === 'number' ? objects[uid] : undefined;
    if (value === undefined) throw new ProtocolError('an archive names an object that it does not have');
    if (depth > DEEPEST || ++met > MOST_OBJECTS) throw new ProtocolError('an archive that is too deep or too large');
    if (value === '$null') return null;
    return isDictionary(value) && value.$class !== undefined ? instance(value, depth) : value;
  };
  const all = (list: PlistValue | undefined, depth: number): PlistValue[] =>
    Array.isArray(list) ? list.map((item) => read(item, depth + 1)) : [];
  const instance = (value: Dictionary, depth: number): PlistValue => {
    const name = className(objects, value.$class);
    if (/Dictionary$/.test(name)) {
      const values = all(value['NS.objects'], depth);
      return Object.fromEntries(all(value['NS.keys'], depth).map((key, i) => [String(key), values[i] ?? null]));
    }
    if (/(Array|Set)$/.test(name)) return all(value['NS.objects'], depth);
    return value['NS.string'] ?? value['NS.data'] ?? { ...value };
  };
  return read(dictionaryOf(archive.$top).root, 0);
}

function className(objects: readonly PlistValue[], reference: PlistValue | undefined): string {
  const uid = isDictionary(reference) ? reference.UID : undefined;
  const found = typeof uid === 'number' ? objects[uid] : undefined;
  const name = isDictionary(found) ? found.$classname : undefined;
  if (typeof name !== 'string') throw new ProtocolError('an archived object without a class');
  return name;
}
