export { Decoder, type MessageSink } from './decoder.ts';
export { Encoder } from './encoder.ts';
export type { DecodeFailure, DecodeFailureCode } from './failure.ts';
