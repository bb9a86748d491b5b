import assert from 'node:assert/strict';
import { join } from 'node:path';
import { said } from '../../../../tests/symbols/oracles.ts';
import { traceOf } from '../formats/made-trace.ts';

/** Address of the program in the reports' process. */
const LOADED = 0x1_0400_0000;
/** Address that an executable is linked at. */
const LINKED = 0x1_0000_0000;

interface ShopPlace {
  readonly uuid: string;
  /** Within the function, from the program's begin. */
  readonly offset: number;
  readonly line: number;
}

/** A place in a function by LLVM's tools. Its instruction and the one before are of one line, so callers and leaves are of it. */
function placeIn(name: string, dsym: string): ShopPlace {
  const program = join(dsym, 'Contents', 'Resources', 'DWARF', 'Shop');
  const symbols = said('llvm-nm-19', [program]);
  const address = Number.parseInt(new RegExp(`^([0-9a-f]+) [tT] _${name}$`, 'm').exec(symbols)?.[1] ?? '', 16);
  const uuid = /UUID: ([0-9A-F-]{36})/.exec(said('llvm-dwarfdump-19', ['--uuid', program]))?.[1] ?? '';
  const addresses = Array.from({ length: 8 }, (_, at) => address + 4 * at);
  const found = said('llvm-symbolizer-19', [`--obj=${program}`, '--no-inlines', ...addresses.map((each) => `0x${each.toString(16)}`)]);
  const lines = [...found.matchAll(/\.c:(\d+):\d+$/gm)].map(([, line]) => Number(line));
  const at = lines.findIndex((line, index) => index > 0 && line > 0 && line === lines[index - 1]);
  assert.ok(uuid !== '' && at > 0, found);
  return { uuid, offset: address + 4 * at - LINKED, line: lines[at] ?? assert.fail() };
}

/** A hang of half a second. */
function metricKitReport({ uuid, offset }: ShopPlace): string {
  const frame = { binaryUUID: uuid, offsetIntoBinaryTextSegment: offset, sampleCount: 20, binaryName: 'Shop', address: LOADED + offset };
  const about = {
    bundleIdentifier: 'com.example.shop',
    deviceType: 'iPhone14,2',
    osVersion: 'iPhone OS 17.4 (21E213)',
    hangDuration: '0.5 sec',
  };
  const callStackTree = { callStackPerThread: true, callStacks: [{ threadAttributed: true, callStackRootFrames: [frame] }] };
  const hangDiagnostics = [{ version: '1.0.0', callStackTree, diagnosticMetaData: { ...about, platformArchitecture: 'arm64' } }];
  return JSON.stringify({ timeStampBegin: '2026-03-01 10:00:00', timeStampEnd: '2026-03-02 10:00:00', hangDiagnostics });
}

/** A block of main. */
function matrixReport({ uuid, offset }: ShopPlace): string {
  const image = { name: '/private/var/containers/Bundle/Application/6F1C/Shop.app/Shop', uuid, image_addr: LOADED, image_vmaddr: LINKED };
  const contents = [
    { object_name: 'Shop', object_addr: LOADED, symbol_name: '<redacted>', symbol_addr: LOADED, instruction_addr: LOADED + offset },
  ];
  const main = { index: 0, dispatch_queue: 'com.apple.main-thread', crashed: false, backtrace: { skipped: 0, contents } };
  return JSON.stringify({
    report: { version: '3.2.0', id: 'A-1', process_name: 'Shop', timestamp: 1_700_000_000, type: 'standard' },
    binary_images: [{ ...image, image_size: 0x10_0000, cpu_type: 16_777_228, cpu_subtype: 0 }],
    system: {
      system_name: 'iOS',
      system_version: '17.4',
      cpu_arch: 'arm64',
      process_name: 'Shop',
      process_id: 311,
      CFBundleIdentifier: 'com.example.shop',
    },
    crash: { error: { type: 'user', user_reported: { name: '2001', dump_type: 2001 } }, threads: [main] },
    user: {},
  });
}

/** Thirty samples of main, 10 ms apart. */
function perfettoTrace({ uuid, offset }: ShopPlace): Uint8Array {
  const count = 30;
  return traceOf([
    { 10: 7, 13: 1, 43: { 1: 30, 6: 'Shop' }, 44: { 1: 30, 2: 30, 5: 'main', 6: 4_000_000 } },
    {
      10: 7,
      13: 2,
      12: {
        16: { 1: 1, 2: uuid.replaceAll('-', '').toLowerCase() },
        17: { 1: 2, 2: 'Shop' },
        19: { 1: 1, 2: 1, 7: [2] },
        6: { 1: 8, 3: 1, 4: offset },
        7: { 1: 9, 2: 8 },
      },
    },
    { 10: 7, 13: 2, 54: { 1: Array.from({ length: count }, () => 9), 2: Array.from({ length: count }, () => 10_000) } },
  ]);
}

interface FieldFiles {
  /** In the function's source, by LLVM. */
  readonly line: number;
  /** By name. */
  readonly files: Readonly<Record<'matrix.json' | 'metrickit.json' | 'shop.perfetto-trace', string | Uint8Array>>;
}

/** Files of other tools in which main is in a C function of the shop, by address only. @param dsym of the device's shop */
export function fieldFilesIn(name: string, dsym: string): FieldFiles {
  const place = placeIn(name, dsym);
  return {
    line: place.line,
    files: {
      'matrix.json': matrixReport(place),
      'metrickit.json': metricKitReport(place),
      'shop.perfetto-trace': perfettoTrace(place),
    },
  };
}
