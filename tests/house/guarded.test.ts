import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type SourceFile, sourceFiles } from './project-sources.ts';

// Callbacks of sockets, streams, timers and events go through core/guarded.ts: errors end in a reported state.

/** Calls that take a callback which nobody stands above. Captures guard their own listeners, so `capture.on` is not among them. */
const calls =
  /(?<!\bcapture)\.(?:on|once|addListener|prependListener)\(\s*(?=['"\w])|(?<![.\w])set(?:Timeout|Interval|Immediate)\(|\.onDid[A-Z]\w*\(/g;

/** Does one thing that cannot throw. */
const harmless =
  /^(?:resolve|reject|wake|undefined|\(\w*(?:: Error)?\) => (?:void )?(?:undefined|(?:this\.)?#?[\w.?#]*\.(?:destroy|abort|close|end|kill|resolve|reject)\([^=]*\)|(?:resolve|reject)\([^=]*\)|clearTimeout\(\w+\)))$/s;

/** Files whose callbacks are safe in another way. */
const otherwise: Readonly<Record<string, string>> = {
  'host/builds/symbol-worker.ts': 'a thread of its own: what it throws ends it, which SymbolThread says before it starts another one',
  'extension/session-worker.ts': 'a thread of its own: its peer gives what is thrown as an answer',
  'host/builds/unpack/background-inflate.ts': 'the text of a thread of its own, whose errors are messages',
  'host/builds/watch-folders.ts': 'calls what BuildIndex hands in, which is guarded there',
};

let files: readonly SourceFile[];

before(async () => {
  files = await sourceFiles((path) => /^(?:features\/[\w-]+\/)?(?:host|extension|cli)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'));
});

test('callbacks that nobody stands above are guarded, or do one thing that cannot throw', () => {
  const open = files.flatMap(({ path, lines }) => (path in otherwise ? [] : unguarded(lines.join('\n')).map((each) => `${path}: ${each}`)));
  assert.deepEqual(open, []);
});

/** Arrows that throw a plain value away. */
const plain = /=> void (?:watched\.add|records\.push|pieces\.push|process\.std\w+\.write|stream\.(?:once|destroy)|\(await )/;

test('a promise that nobody awaits is let go by background(), with what is to happen when it fails', () => {
  const discards = /(?:^\s*|\) |else |return |=> )void (?!undefined\b)[#\w(]/;
  const found = files.flatMap(({ path, lines }) =>
    lines.flatMap((line, at) => (discards.test(line) && !plain.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  );
  assert.deepEqual(found, []);
});

test('the rule finds what it is to find', () => {
  assert.deepEqual(unguarded("socket.on('data', (bytes) => take(bytes));"), ["socket.on('data', (bytes) => take(bytes))".slice(6)]);
  assert.deepEqual(unguarded("socket.on('data', guarded(take, failed)); setTimeout(() => x.abort(), 5);"), []);
  assert.equal(unguarded('setTimeout(() => { x(); y.abort(); }, 5)').length, 1);
  assert.equal(unguarded('panel.onDidDispose(() => this.#dispose())').length, 1);
});

/** The calls with a callback that may throw. */
function unguarded(text: string): readonly string[] {
  return [...text.matchAll(calls)].flatMap((match) => {
    const begin = match.index + match[0].length;
    const all = argumentsAt(text, begin);
    const callback = match[0].trimStart().startsWith('.on(') || /^\.(?:once|\w*Listener)\(/.test(match[0]) ? all[1] : all[0];
    if (callback === undefined || callback.startsWith('guarded(') || harmless.test(callback)) return [];
    return [`${text.slice(match.index, begin) + all.join(', ')})`];
  });
}

/** The texts of a call's arguments; `begin` is behind its bracket. */
function argumentsAt(text: string, begin: number): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let from = begin;
  for (let at = begin; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (/['"`]/.test(letter)) at = endOfText(text, at);
    else if ('([{'.includes(letter)) depth++;
    else if (letter === ',' && depth === 0) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
    } else if (')]}'.includes(letter) && --depth < 0) {
      found.push(text.slice(from, at).trim());
      return found.filter((each) => each !== '');
    }
  }
  return found;
}

function endOfText(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && text[at] !== text[begin]) at += text[at] === '\\' ? 2 : 1;
  return at;
}
