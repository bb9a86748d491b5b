import { Decoder, type MessageSink } from '../../core/wire/decoder.ts';

/** What this thread decodes from now on: what an extension host does itself of a file that it opens. */
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
