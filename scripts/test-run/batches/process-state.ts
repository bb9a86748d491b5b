import assert from 'node:assert/strict';

const HINT = `Its test file has to restore it, or needs a process of its own: scripts/test-run/batches/own-process.ts decides.`;

/** The parts of a process that its test files share, at one time. */
export class ProcessState {
  readonly #parts = readParts();

  /** @throws AssertionError with the parts that differ */
  assertKept(): void {
    const now = readParts();
    const changed = Object.keys(now).filter((name) => now[name] !== this.#parts[name]);
    const lines = changed.map((name) => `${name} was ${this.#parts[name]}, and is ${now[name]}`);
    assert.ok(lines.length === 0, `The process was changed for other test files. ${HINT}\n${lines.join('\n')}`);
  }
}

function readParts(): Readonly<Record<string, string>> {
  const variables = Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]);
  const listeners = process.eventNames().map((name) => [`listeners for ${String(name)}`, String(process.listenerCount(name))]);
  const names = Object.getOwnPropertyNames(globalThis).map((name) => [`globalThis.${name}`, 'there']);
  const clocks = [setTimeout, setInterval, setImmediate, Date, Date.now, performance.now, Math.random];
  return {
    'the working directory': process.cwd(),
    'clocks and chance': clocks.map(idOf).join(' '),
    ...Object.fromEntries([...variables, ...listeners, ...names]),
  };
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** Stands for an object, which its text does not. */
function idOf(object: object): number {
  const id = ids.get(object) ?? ++lastId;
  ids.set(object, id);
  return id;
}
