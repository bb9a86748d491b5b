/**
 * The one definition of the wire protocol, a table whose rows stand by topic in `schema/`. From it come the TypeScript types and
 * codec (`codec.ts`), the C header for agents (`device-agents/core/wire_schema.h`) and the reference `docs/wire-protocol.md`; a
 * test fails when they are stale.
 *
 * A message on the wire is `length varint, number varint, fields`, where length counts the number and the fields. Fields stand
 * in the order of this table. A message may only ever grow at its end: a reader fills what is missing with zero values and
 * skips what it does not know, be it trailing bytes or a whole message of an unknown number.
 *
 * Nothing waits for its end. A `sample` opens a run of equal samples, `messageBegin`, `waitBegin` and `gcBegin` open an
 * interval; all of them stay open until the next `sample` of that thread or the matching end. A `tick` says that everything
 * that was open is still open at its time, and comes at least every 50 ms: silence therefore means "no data", never "a lag".
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

/** All messages by name, by number. A reader and a writer follow the order of their fields. */
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

/** One message, its times and node ids absolute. What a writer leaves out when it is 0 is not there then. */
export type Message<N extends MessageName = MessageName> = {
  [P in N]: { readonly type: P } & {
    readonly [F in Exclude<keyof FieldsOf<P>, MoreOf<FieldsOf<P>>>]: FieldValue<FieldsOf<P>[F]>;
  } & { readonly [F in MoreOf<FieldsOf<P>>]?: number };
}[N];
