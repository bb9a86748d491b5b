/** How one field is laid out. */
export type FieldKind =
  /** Unsigned LEB128 varint, at most 2^53 - 1. */
  | 'u'
  /** Signed, zigzag, as a varint. */
  | 's'
  /** Optional unsigned: 0 is "unknown", otherwise value + 1. */
  | 'opt'
  /** As `u`, at the end of a message: a writer leaves it out where it and all behind it are 0. */
  | 'more'
  /** Time in microseconds of the agent's monotonic clock, as a zigzag difference to the stream's time base, which it moves. */
  | 't'
  /** Time in microseconds, absolute; sets the stream's time base. */
  | 'T'
  /** Stack node id, as a zigzag difference to the stream's node base, which it moves. */
  | 'n'
  /** Stack node id, absolute; sets the stream's node base. */
  | 'N'
  /** UTF-8 text: byte length as a varint, then at most 64 KiB. */
  | 'str'
  /** Bytes: length as a varint, then at most 64 KiB. */
  | 'bytes';

/** `[kind, meaning]`, or a list of records (count as a varint, at most 4,096). */
export type Field = readonly [FieldKind, string] | readonly ['list', string, Readonly<Record<string, readonly [FieldKind, string]>>];

export interface MessageDefinition {
  readonly number: number;
  /** Who says it: the agent to the host, the host to the agent, or the host into the session file. */
  readonly from: 'agent' | 'host' | 'session';
  readonly about: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Version of this table; grows only when an older reader would misread the stream. */
export const PROTOCOL_VERSION = 2;
export const MAX_MESSAGE_BYTES = 1 << 20;
export const MAX_STRING_BYTES = 1 << 16;
export const MAX_LIST_ITEMS = 4096;
export const MAX_STACK_DEPTH = 4096;
export const TOKEN_BYTES = 16;
/** Random bytes that each side says at the begin of a connection. */
export const NONCE_BYTES = 32;
/** Of HMAC-SHA-256. */
export const PROOF_BYTES = 32;
