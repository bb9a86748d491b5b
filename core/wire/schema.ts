/**
 * The one definition of the wire protocol, as tables by topic in `schema/`. Generated from it: the TypeScript types and codec
 * (`decoder.ts`, `encoder.ts`), the agents' C header (`device-agents/core/wire_schema.h`) and the reference `docs/wire-protocol.md`;
 * a test fails when they are stale.
 *
 * A message is `length varint, number varint, fields`; the length counts number and fields, which have the table's order. Messages
 * grow only at their end: readers fill missing fields with zero and skip trailing bytes and unknown messages.
 *
 * Nothing waits for its end. A `sample` opens a run of equal samples; `messageBegin`, `waitBegin` and `gcBegin` open an interval.
 * All stay open until the thread's next `sample` or the matching end. A `tick` says that everything open still is, and comes at
 * least every 50 ms, at rest every 250 ms: silence means "no data", never "a lag".
 */
import { agentMessages } from './schema/agent-messages.ts';
import { factMessages } from './schema/fact-messages.ts';
import { hostMessages } from './schema/host-messages.ts';
import { sessionMessages } from './schema/session-messages.ts';
import { symbolMessages } from './schema/symbol-messages.ts';
import { tableMessages } from './schema/table-messages.ts';

export {
  type Field,
  type FieldKind,
  MAX_LIST_ITEMS,
  MAX_MESSAGE_BYTES,
  MAX_STACK_DEPTH,
  MAX_STRING_BYTES,
  type MessageDefinition,
  NONCE_BYTES,
  PROOF_BYTES,
  PROTOCOL_VERSION,
  TOKEN_BYTES,
} from './schema/definition.ts';

/** Readers and writers follow the order of fields. */
export const messages = {
  ...agentMessages,
  ...tableMessages,
  ...factMessages,
  ...hostMessages,
  ...sessionMessages,
  ...symbolMessages,
} as const;

export type MessageName = keyof typeof messages;

type ValueOf<K> = K extends 'str' ? string : K extends 'bytes' ? Uint8Array : K extends 'opt' ? number | undefined : number;
type FieldValue<F> = F extends readonly ['list', string, infer R]
  ? readonly { readonly [P in keyof R]: R[P] extends readonly [infer K, string] ? ValueOf<K> : never }[]
  : F extends readonly [infer K, string]
    ? ValueOf<K>
    : never;

type FieldsOf<N extends MessageName> = (typeof messages)[N]['fields'];
type MoreOf<T> = { readonly [F in keyof T]: T[F] extends readonly ['more', string] ? F : never }[keyof T];

/** Times and node ids are absolute. Fields written only when not 0 may be absent. */
export type Message<N extends MessageName = MessageName> = {
  [P in N]: { readonly type: P } & {
    readonly [F in Exclude<keyof FieldsOf<P>, MoreOf<FieldsOf<P>>>]: FieldValue<FieldsOf<P>[F]>;
  } & { readonly [F in MoreOf<FieldsOf<P>>]?: number };
}[N];
