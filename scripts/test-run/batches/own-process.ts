import { roomPath } from '../../../tests/house/project-sources.ts';
import { endedPrograms, harmlessState } from './harmless-state.ts';
import { loadedBy } from './loaded-modules.ts';
import { stateOf } from './module-state.ts';

/** Programs, threads, ports, and stand-ins for modules. */
const apart = /^(?:node:(?:child_process|cluster|dgram|https?|inspector|module|net|tls|v8|vm|worker_threads)|esbuild|playwright-core)$/;

const PROGRAMS = 'node:child_process';

/** Changes of what the files of a process share, and mocks, which may be such. */
const changes: readonly RegExp[] = [
  /\bprocess\.env(?:\.\w+|\[[^\]]+\])\s*(?:\?\?)?=(?![=>])|\bdelete process\.env|\bObject\.assign\(process\b/,
  /\bprocess\.(?:abort|chdir|exit|on|once|umask|set\w+)\(|\bprocess\.exitCode\s*=(?!=)/,
  /\bObject\.(?:assign|defineProperty|defineProperties)\(\s*(?:globalThis|\w+\.prototype)\b|\bglobalThis(?:\.\w+|\[[^\]]+\])\s*=(?!=)/,
  /\.prototype\.\w+\s*=(?!=)|\bsyncBuiltinESMExports\b|\bsetPriority\(/,
  /\bmock\.(?:fn|getter|method|module|property|setter|timers)\b/,
];
/** Figures of a fresh process; times in test files alone, as what they load takes turns by the clock. */
const measured = /\b(?:cpuUsage|threadCpuUsage|memoryUsage|getHeapStatistics)\(|\bglobal(?:This)?\.gc\b/;
const timed = /\bperformance\.now\(\)|\bprocess\.hrtime\b/;
/** In a suite, tests run after the file. */
const awaited = /^(?:const .* = )?await (?:describe|it|suite|test)\b/m;

interface Module {
  readonly reason: string | undefined;
  readonly loaded: readonly string[];
}

/**
 * Finds test files that need a process of their own, by the texts of all modules that they load. Too many are right, as each costs a process
 * more; of others `ProcessState` notices most.
 */
export class OwnProcess {
  readonly #read: (path: string) => string | undefined;
  readonly #modules = new Map<string, Module>();

  /** @param read gives a module's text by its path from the checkout's root; undefined if it is not there */
  constructor(read: (path: string) => string | undefined) {
    this.#read = read;
  }

  /** A module and what it contains; undefined if the file may share a process. */
  reasonFor(file: string): string | undefined {
    const reached = new Set([file]);
    for (const path of reached) {
      const { reason, loaded } = this.#module(path);
      if (reason !== undefined) return `${path} ${reason}`;
      for (const target of loaded) reached.add(target);
    }
    return undefined;
  }

  #module(path: string): Module {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const found = this.#read(path);
    const text = /\.[cm]?[jt]s$/.test(path) ? (found ?? '') : '';
    const { own, others, isOpen } = loadedBy(path, text);
    const reasons = [
      ...(found === undefined ? ['is not there'] : []),
      ...others.filter((name) => apart.test(name) && !(name === PROGRAMS && path in endedPrograms)).map((name) => `imports ${name}`),
      ...(isOpen ? ['imports by a computed name'] : []),
      ...changes.flatMap((change) => change.exec(text)?.[0] ?? []).map((change) => `has ${change}`),
      ...(isTest(path) ? reasonsOfTest(text) : []),
      ...(isOfTests(path) ? (measured.exec(text) ?? []).map((found) => `has ${found}`) : []),
      ...(isTest(path) || path in harmlessState ? [] : stateOf(text).map((name) => `keeps ${name}`)),
    ];
    const module = { reason: reasons[0], loaded: own };
    this.#modules.set(path, module);
    return module;
  }
}

const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** Files that only tests load. */
function isOfTests(path: string): boolean {
  return isTest(path) || /^(?:bench|tests)\//.test(roomPath(path));
}

function reasonsOfTest(text: string): readonly string[] {
  const setters = Object.values(harmlessState).flatMap(({ unless = [] }) => unless);
  return [
    ...[timed, awaited].flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map((found) => `has ${found}`),
    ...setters.filter((name) => text.includes(`${name}(`)).map((name) => `calls ${name}`),
  ];
}
