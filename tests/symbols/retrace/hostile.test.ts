import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerFromMemory, runReading } from '../../../core/symbols/bytes/byte-source.ts';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { openMapping } from '../../../core/symbols/retrace/mapping.ts';
import { retraceStackTrace } from '../../../core/symbols/retrace/stack-trace-text.ts';
import { MapInMemory } from './our-retrace.ts';
import { randomCase } from './random-maps.ts';

const good = 'com.example.Feed -> a.b:\n    3:5:void draw():31:33 -> a\n';
const asked = ['\tat a.b.a(SourceFile:4)'];
/** Line 4 is the second one of 3 to 5, so the second one of 31 to 33. */
const answered = ['\tat com.example.Feed.draw(Feed.java:32)'];
const MANY = 10_000_000;

describe('a map that is not as it should be', () => {
  const readable: Readonly<Record<string, string>> = {
    'has lines that end as on Windows': good.replaceAll('\n', '\r\n'),
    'has no newline at its end': good.trimEnd(),
    'begins with a byte order mark': `\ufeff${good}`,
    'has a range beyond all numbers': `${good}    1:99999999999999999999:void x():1:2 -> a\n`,
    'has a range of words': `${good}    one:two:void x():1:2 -> a\n`,
    'has half a range': `${good}    6:void x():1:2 -> a\n    6:\n`,
    'has a member line of 10 MB': `${good}    9:9:void ${'x'.repeat(MANY)}() -> c\n`,
    'has a member line of 10 MB of blanks': `${good}    9:9:void x(${' '.repeat(MANY)}\n`,
    'has a class line of 10 MB': `${'x'.repeat(MANY)} -> c:\n${good}`,
    'has a comment of 10 MB': `# {"id":"sourceFile","fileName":"${'x'.repeat(MANY)}\n${good}`,
    'has a signature of 10 MB': `${good}    # {"id":"com.android.tools.r8.residualsignature","signature":"(${'I'.repeat(MANY)})V"}\n`,
    'has comments nested without end': `${good}    # {"id":"com.android.tools.r8.outlineCallsite","positions":${'['.repeat(100_000)}\n`,
    'has comments of other things': `${good}    # {"id":"com.android.tools.r8.outlineCallsite","positions":7}\n    # {"id":7}\n    # {}\n    # [\n`,
    'has words where a class should be': `what is this\n${good}and this\n`,
    'has a class without a name': ` -> :\n-> a:\n${good}`,
  };
  for (const [what, map] of Object.entries(readable)) {
    it(`${what}: the rest of it is read`, () => {
      assert.deepEqual(new MapInMemory(map).retrace(asked), answered);
    });
  }

  it('is read in spite of letters of another encoding', () => {
    const latin = Buffer.from(`com.example.Caf\u00e9 -> c:\n    int gr\u00f6\u00dfe -> g\n${good}`, 'latin1');
    assert.deepEqual(new MapInMemory(latin).retrace(asked), answered);
  });

  it('says which lines were left out, where they are, and what should have been there', () => {
    const { mapping } = new MapInMemory(`what is this\n${good}`);
    assert.deepEqual(mapping.problems, [{ offset: 0, expected: 'a class such as “com.example.Feed -> a.b:”' }]);
    const members = new MapInMemory(`${good}    nothing\n    3:5:void b() -> a\n`);
    members.retrace(asked);
    // Read with the method above it: 56 bytes stand before it.
    const offset = good.length;
    assert.deepEqual(members.mapping.problems, []);
    members.retrace(['\tat a.b.nothing(X)']);
    const outline = new MapInMemory(`${good}    3:5:void b() - a\n    3:5:void c(] -> a\n`);
    outline.retrace(asked);
    assert.deepEqual(
      outline.mapping.problems.map((problem) => problem.offset),
      [offset + '    3:5:void b() - a\n'.length],
    );
  });

  it('says which comment is no JSON, and reads the lines around it', () => {
    const comment = "    # {'id':'com.android.tools.r8.synthesized'}\n";
    const map = new MapInMemory(`${good}${comment}`);
    assert.deepEqual(map.retrace(asked), answered);
    assert.deepEqual(map.mapping.problems, [{ offset: good.length, expected: 'a comment in JSON' }]);
  });

  it('says where a line is in bytes, whatever letters stand before it, and says it once', () => {
    const map = new MapInMemory(`${good}    int größe -> g\n    3:5:void c(] -> a\n`);
    map.retrace(['\tat a.b.a(SourceFile:5)', '\tat a.b.a(SourceFile:6)', ...asked]);
    // “    int größe -> g” and its newline are 19 letters, and ö and ß are two bytes each.
    assert.deepEqual(
      map.mapping.problems.map((problem) => problem.offset),
      [good.length + 21],
    );
  });

  it('finds classes and methods by names of any letters', () => {
    const map = new MapInMemory('com.example.Größe -> a.é:\n    3:5:int maß(int):31:33 -> ж\n    3:5:int other(int):41:43 -> и\n');
    assert.deepEqual(map.retrace(['\tat a.é.ж(SourceFile:4)']), ['\tat com.example.Größe.maß(Größe.java:32)']);
    assert.deepEqual(map.retrace(['\tat a.é.к(SourceFile:4)']), ['\tat com.example.Größe.к(Größe.java:4)']);
  });

  it('is refused when it is no map at all, in a sentence', () => {
    const refused = (bytes: Uint8Array): unknown => assert.throws(() => new MapInMemory(bytes), SymbolError);
    refused(Buffer.from(good, 'utf16le').subarray(0));
    refused(Buffer.from(`\ufeff${good}`, 'utf16le'));
    refused(Buffer.from('\u007fELF\u0002\u0001\n\u0000\n'));
    assert.throws(() => new MapInMemory('Dear diary,\n'), /map\.txt at 0x0: expected a map of R8 or ProGuard/);
  });

  it('is refused when it became shorter since it was opened', () => {
    const files = new Map([['map.txt', new TextEncoder().encode(good)]]);
    const mapping = runReading(openMapping('map.txt'), answerFromMemory(files));
    files.set('map.txt', new Uint8Array(30));
    assert.throws(() => runReading(retraceStackTrace(mapping, asked), answerFromMemory(files)), /map\.txt at 0x1e: expected the same map/);
  });

  it('gives no billion alternatives for a range of a billion lines', () => {
    const map = new MapInMemory('com.example.Feed -> a.b:\n    void draw():1:2000000000 -> a\n    void draw():1:2 -> b\n');
    assert.equal(map.frame({ className: 'a.b', methodName: 'a' }).alternatives.length, 1000);
    assert.equal(map.frame({ className: 'a.b', methodName: 'b' }).alternatives.length, 2);
  });

  it('is read across the borders of what is read at once', () => {
    const classes = Array.from(
      { length: 60_000 },
      (_, i) => `com.example.Class${i} -> a.c${i}:\n    ${i}:${i}:void m${i}(int[],long):7:7 -> x\n`,
    );
    const map = new MapInMemory(classes.join(''));
    assert.ok(classes.join('').length > 4.4e6);
    for (let i = 0; i < classes.length; i += 7) {
      assert.deepEqual(map.retrace([`at a.c${i}.x(:${i})`]), [`at com.example.Class${i}.m${i}(Class${i}.java:7)`]);
    }
  });
});

describe('a stack trace that is not as it should be', () => {
  const lines: Readonly<Record<string, string>> = {
    'names without end': 'a.'.repeat(MANY / 2),
    'points before a digit': `at ${'a.'.repeat(MANY / 2)}1(`,
    'words that begin a frame': 'at '.repeat(MANY / 3),
    'parentheses without end': `at a.b.a(${'('.repeat(MANY)}`,
    'colons and blanks': ': '.repeat(MANY / 2),
    'one colon and many blanks': `:${' '.repeat(MANY)}`,
    'places of classes': `at a.b.a(x${'~['.repeat(MANY / 2)}]`,
    'digits without end': `at a.x.a(x:${'9'.repeat(MANY)}`,
  };
  it('has lines with a line break, with half a letter or of 2,000 letters: they stay as they are, and others are retraced', () => {
    for (const line of ['x\n\tat a.b.a(SourceFile:3)', '\ud800', `\tat ${'x'.repeat(2_000)}.b.a(SourceFile:3)`]) {
      assert.deepEqual(new MapInMemory(good).retrace([line, ...asked]), [line, ...answered]);
    }
  });

  for (const [what, line] of Object.entries(lines)) {
    it(`has a line of 10 MB of ${what}: it stays as it is, and others are retraced`, () => {
      assert.deepEqual(new MapInMemory(good).retrace([line, ...asked]), [line, ...answered]);
    });
  }
});

it('whatever is changed in a map, only errors of this room are thrown', () => {
  for (let seed = 0; seed < 400; seed++) {
    const { map, trace } = randomCase(seed);
    const bytes = new TextEncoder().encode(map);
    for (let i = 0; i < 12; i++) bytes[(seed * 7919 + i * 104_729) % bytes.length] = (seed * 31 + i * 57) % 256;
    try {
      new MapInMemory(bytes.subarray(0, bytes.length - (seed % 40))).retrace(trace.split('\n'));
    } catch (error) {
      assert.ok(error instanceof SymbolError, `seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
});
