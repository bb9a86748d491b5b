/** Stable: shown in logs, asserted by tests. */
export type DecodeFailureCode =
  | 'messageTooLong'
  | 'numberTooBig'
  | 'fieldCutOff'
  | 'textTooLong'
  | 'listTooLong'
  | 'outOfRange'
  | 'wrongSender';

/** The first defect of a stream; nothing after it is read. */
export interface DecodeFailure {
  readonly code: DecodeFailureCode;
  readonly offset: number;
  /** One sentence for people. */
  readonly text: string;
}

const sentences: Readonly<Record<DecodeFailureCode, string>> = {
  messageTooLong: 'A message claims to be longer than 1 MiB',
  numberTooBig: 'A number is larger than 2^53 - 1',
  fieldCutOff: 'A field reaches beyond the end of its message',
  textTooLong: 'A text or byte string is longer than 64 KiB',
  listTooLong: 'A list has more than 4,096 items',
  outOfRange: 'A time or stack node lies outside the range of the protocol',
  wrongSender: 'A message came from a side that must not send it',
};

/** Words with the message's name, if known. */
export function describeFailure(code: DecodeFailureCode, offset: number, message: string | undefined): DecodeFailure {
  const where = message === undefined ? '' : ` (in “${message}”)`;
  return {
    code,
    offset,
    text: `${sentences[code]}${where}, at byte ${offset} of the stream. The sender is damaged or is no Laglens agent.`,
  };
}
