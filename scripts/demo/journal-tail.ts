import { CHUNK_HEADER_BYTES, FILE_HEADER_BYTES, parseChunkHeader } from '../../core/session/file/file-layout.ts';
import { applyChunk } from '../../core/session/file/replay.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';

/** Follows a journal of another process. */
export class JournalTail {
  readonly #path: string;
  readonly #model: SessionModel;
  #offset = FILE_HEADER_BYTES;

  constructor(path: string, model: SessionModel) {
    this.#path = path;
    this.#model = model;
  }

  /** Reads the complete chunks into the model. */
  async read(): Promise<void> {
    const file = await SessionFile.open(this.#path);
    try {
      for (;;) {
        const header = parseChunkHeader(await file.read(this.#offset, CHUNK_HEADER_BYTES), 0);
        if (header === undefined) return;
        const stored = await file.read(this.#offset + CHUNK_HEADER_BYTES, header.storedLength);
        if (stored.length < header.storedLength) return;
        applyChunk(this.#model, await inflateDriver.inflate(stored, header.rawLength));
        this.#offset += CHUNK_HEADER_BYTES + header.storedLength;
      }
    } finally {
      await file.close();
    }
  }
}
