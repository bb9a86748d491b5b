export type FieldKind =
  /** Unsigned LEB128 varint, at most 2^53 - 1. */
  | 'u'
  /** Signed, zigzag, as a varint. */
  | 's'
  /** Optional unsigned: 0 is "unknown", otherwise value + 1. */
  | 'opt'
  /** As `u`, at a message's end: left out when it and all later fields are 0. */
  | 'more'
  /** Microseconds of the agent's monotonic clock, as a zigzag difference to the stream's time base, which it moves. */
  | 't'
  /** Absolute microseconds; sets the stream's time base. */
  | 'T'
  /** Stack node id, as a zigzag difference to the stream's node base, which it moves. */
  | 'n'
  /** Absolute stack node id; sets the stream's node base. */
  | 'N'
  /** UTF-8 text: byte length as a varint, then at most 64 KiB. */
  | 'str'
  /** Bytes: length as a varint, then at most 64 KiB. */
  | 'bytes';

/** `[kind, meaning]`, or a list of records (count as a varint, at most 4,096). */
export type Field = readonly [FieldKind, string] | readonly ['list', string, Readonly<Record<string, readonly [FieldKind, string]>>];

export interface MessageDefinition {
  readonly number: number;
  /** Agent to host, host to agent, or host to session file. */
  readonly from: 'agent' | 'host' | 'session';
  readonly about: string;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Grows only when older readers would misread the stream. */
export const PROTOCOL_VERSION = 2;
export const MAX_MESSAGE_BYTES = 1 << 20;
export const MAX_STRING_BYTES = 1 << 16;
export const MAX_LIST_ITEMS = 4096;
export const MAX_STACK_DEPTH = 4096;
export const TOKEN_BYTES = 16;
/** Random bytes of each side when connecting. */
export const NONCE_BYTES = 32;
/** HMAC-SHA-256. */
export const PROOF_BYTES = 32;
