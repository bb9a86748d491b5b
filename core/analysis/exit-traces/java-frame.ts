/** A frame as a text has it. */
export interface TextFrame {
  /** '' for an address without a name. */
  readonly function: string;
  /** Dotted. */
  readonly class?: string;
  readonly file?: string;
  /** 0 if unknown. */
  readonly line?: number;
}

/** `com.example.Cart.total(Cart.java:88)`, `…(Native method)`, `…(Cart.java)`; the class may have a module before it. */
const RAW = /^(?:[\w.@-]{1,200}\/\/?)?([\p{L}\p{N}_$.-]{1,1000})\.([^\s.()]{1,500}) ?\(([^()]{0,500})\)$/u;
/** TraceCanary's shortened form: `com.example.Cart:total(88)`. */
const SHORTENED = /^([\p{L}\p{N}_$.-]{1,1000}):([^\s.():]{1,500})\((-?\d{1,9})\)$/u;

/** In place of a file's name. */
const NO_FILE = /^(?:native method|unknown source|unavailable)$/i;

/** A Java frame without its `at`; undefined for other texts. */
export function javaFrame(text: string): TextFrame | undefined {
  const [, shortOwner, shortName = '', shortLine] = SHORTENED.exec(text) ?? [];
  if (shortOwner !== undefined) return { class: shortOwner, function: shortName, line: Math.max(0, Number(shortLine)) };
  const [, owner, name = '', place = ''] = RAW.exec(text) ?? [];
  if (owner === undefined) return undefined;
  const [, file = '', line = '0'] = /^([^:]*)(?::(\d{1,9}))?$/.exec(place) ?? [];
  // Android 6 and earlier mark some native methods.
  return { class: owner, function: name.replace(/!$/, ''), file: NO_FILE.test(file) ? '' : file, line: Number(line) };
}
