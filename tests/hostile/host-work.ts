import { Decoder, type MessageSink } from '../../core/wire/decoder.ts';

/** This thread's decoding from now on: an extension host's own work on a file. */
export class HostWork {
  /** Pieces of a session. */
  decoded = 0;

  constructor() {
    const { decode } = Decoder.prototype;
    const count = (): void => {
      this.decoded++;
    };
    Decoder.prototype.decode = function (this: Decoder, bytes: Uint8Array, out: MessageSink): void {
      count();
      decode.call(this, bytes, out);
    };
  }
}
