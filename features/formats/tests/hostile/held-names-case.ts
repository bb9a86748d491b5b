import { setImmediate } from 'node:timers/promises';
import { Turns } from '../../../../core/session/file/turns.ts';
import type { ByteSource } from '../../core/import/byte-source.ts';
import { ImportReport } from '../../core/import/import-report.ts';
import type { ProfileReader } from '../../core/import/profile-reader.ts';
import { SessionBuilder } from '../../core/import/session-builder.ts';

const CHUNK = 256 << 10;

interface Written {
  readonly read: () => Promise<ProfileReader>;
  /** Lines with one new name, for the thread and time `at`. */
  readonly lines: (name: string, at: number) => string;
}

/** Names have 15 letters: V8 copies shorter parts than 13. */
const formats: Readonly<Record<string, Written>> = {
  folded: {
    read: async () => (await import('../../core/folded/read.ts')).readFolded,
    lines: (name) => `main;${name} 1\n`,
  },
  perf: {
    read: async () => (await import('../../core/perf/script-text.ts')).readPerfScript,
    lines: (name, at) => `${name} 7/${at + 8} [000] ${at + 1}.000001: 1000000 cpu-clock: \n\tffff ${name}+0x1 (/lib/${name})\n\n`,
  },
  systrace: {
    read: async () => (await import('../../core/systrace/read.ts')).readSystrace,
    lines: (name, at) => `  ${name}-${at + 8}  ( 7) [000] ...1  ${at + 1}.000001: tracing_mark_write: B|7|${name}\n`,
  },
  nanoscope: {
    read: async () => (await import('../../core/nanoscope/read.ts')).readNanoscope,
    lines: (name, at) => `${at}:+com.example.${name}()\n`,
  },
};

/** Reads chunks with one new name each. @returns megabytes of V8's heap that the names keep */
export default async function heldNames(format: string, chunks: string): Promise<number> {
  const written = formats[format];
  if (written === undefined) throw new RangeError(format);
  const source: ByteSource = {
    name: 'given',
    size: Number(chunks) * CHUNK,
    async *chunks() {
      for (let at = 0; at < Number(chunks); at++) {
        const lines = written.lines(`n${String(at).padStart(14, '0')}`, at);
        yield new TextEncoder().encode(`${lines}# ${'x'.repeat(CHUNK)}\n`);
      }
    },
  };
  const read = await written.read();
  const report = new ImportReport('test');
  const builder = new SessionBuilder(report);
  const before = await heapMb();
  await read({ source, builder, report, turns: new Turns({ nowMs: () => 0, turn: () => setImmediate() }) });
  const held = (await heapMb()) - before;
  if (builder.frames.methods.length < Number(chunks)) throw new Error(report.text);
  return held;
}

async function heapMb(): Promise<number> {
  await setImmediate();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
