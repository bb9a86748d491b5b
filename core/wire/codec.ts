export { Decoder, type MessageSink, sinkOf } from './decoder.ts';
export { Encoder } from './encoder.ts';
export type { DecodeFailure, DecodeFailureCode } from './failure.ts';
