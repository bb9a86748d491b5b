import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { loadDemangler } from '../../../host/demangler-files.ts';
import { type Demangler, NameCache } from './demangler.ts';
import { WasmProgram } from './wasm-program.ts';

suite('the demangler', () => {
  let demangler: Demangler;

  beforeEach(async () => {
    demangler = await loadDemangler();
  });

  test('names of C, Objective-C, Java, Kotlin and JavaScript, and what only begins like a mangled name, stay as they are', () => {
    const names = [
      ...['main', '_main', '__libc_start_main', '_OBJC_CLASS_$_Feed', 'operator<'],
      ...['-[FeedController viewDidLoad]', '+[Feed(Cache) shared]', '__29-[FeedController viewDidLoad]_block_invoke'],
      ...['com.example.shop.feed.FeedAdapter.bind', 'kotlin.collections.CollectionsKt__IterablesKt.map', '(anonymous)', ''],
      ...['_Z', '__Zfoo', '_ZN4core', '_Rnot', '_RNvC', '$s', '$scope', '?', '?not@mangled', '_TFC4Feed4Feed4loadfS0_FT_T_'],
    ];
    assert.deepEqual(
      names.map((name) => demangler.demangle(name)),
      names.map((name) => ({ full: name, short: name })),
    );
  });

  test('Swift: names that were put together by hand after the mangling’s rules', () => {
    // docs/ABI/Mangling.rst of Swift: module and names with their lengths, C class, V struct, E extension, yy no result and no parameters,
    // F function, fU_ the first closure, vg getter, Z static, YaK async throws, TW protocol witness, To as Objective-C sees it.
    const feed = '$s4Feed14FeedControllerC';
    const cases = [
      [`${feed}11viewDidLoadyyF`, 'FeedController.viewDidLoad()', 'Feed.FeedController.viewDidLoad() -> ()'],
      [`${feed}11viewDidLoadyyFTo`, '@objc FeedController.viewDidLoad()', '@objc Feed.FeedController.viewDidLoad() -> ()'],
      [
        `${feed}11viewDidLoadyyFyycfU_`,
        'closure #1 in FeedController.viewDidLoad()',
        'closure #1 () -> () in Feed.FeedController.viewDidLoad() -> ()',
      ],
      [
        `${feed}4load4from5limitySS_SitF`,
        'FeedController.load(from:limit:)',
        'Feed.FeedController.load(from: Swift.String, limit: Swift.Int) -> ()',
      ],
      [`${feed}4loadyyYaKF`, 'FeedController.load()', 'Feed.FeedController.load() async throws -> ()'],
      [`${feed}5countSivg`, 'FeedController.count.getter', 'Feed.FeedController.count.getter : Swift.Int'],
      [`${feed}6sharedACvgZ`, 'static FeedController.shared.getter', 'static Feed.FeedController.shared.getter : Feed.FeedController'],
    ] as const;
    assert.deepEqual(
      cases.map(([name]) => [name, demangler.demangle(name).short, demangler.demangle(name).full]),
      cases,
    );
  });

  test('Mach-O’s underscore is no part of a name', () => {
    for (const name of [
      '_ZN3Foo3barEi',
      '_RNvC3foo3bar',
      '_ZN3std2io4Read11read_to_end17hb85a0f6802e14499E',
      '$s4Feed4loadyyF',
      '_T04Feed4loadyyF',
    ]) {
      assert.deepEqual(demangler.demangle(`_${name}`), demangler.demangle(name));
      assert.notEqual(demangler.demangle(name).full, name);
    }
  });

  test('many names come back in their order', () => {
    const names = ['_ZN3Foo3barEi', 'main', '_RNvC3foo3bar'];
    assert.deepEqual(
      demangler.demangleAll(names).map(({ short }) => short),
      ['Foo::bar', 'main', 'foo::bar'],
    );
  });

  test('Microsoft’s names', () => {
    assert.deepEqual(demangler.demangle('?LoadV8Snapshot@V8Initializer@gin@@SAXXZ'), {
      full: 'gin::V8Initializer::LoadV8Snapshot(void)',
      short: 'gin::V8Initializer::LoadV8Snapshot',
    });
  });

  test('a name is read once', () => {
    const first = demangler.demangle('_ZN3Foo3barEi');
    assert.equal(demangler.demangle('_ZN3Foo3barEi'), first);
  });
});

test('the cache keeps what is asked for, and forgets the rest', () => {
  const cache = new NameCache();
  const long = 'x'.repeat(100_000);
  cache.set('asked for', { full: 'f', short: 's' });
  for (let i = 0; i < 1_000; i++) {
    cache.set(`_Z${i}`, { full: long, short: 's' });
    assert.equal(cache.get('asked for')?.short, 's');
  }
  // Two generations of 4,000,000 characters hold 80 such names, and what was asked for in each.
  assert.ok(cache.size <= 82, `${cache.size}`);
  assert.equal(cache.get('_Z1'), undefined);
});

test('a program gets no more memory than it is allowed, and a fresh instance after it failed', async () => {
  // (module (memory 1) (func (export "grow") (result i32) i32.const 1 memory.grow) (func (export "trap") (result i32) unreachable))
  const program = Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7f],
    ...[0x03, 0x03, 0x02, 0x00, 0x00],
    ...[0x05, 0x03, 0x01, 0x00, 0x01],
    ...[0x07, 0x0f, 0x02, 0x04, 0x67, 0x72, 0x6f, 0x77, 0x00, 0x00, 0x04, 0x74, 0x72, 0x61, 0x70, 0x00, 0x01],
    ...[0x0a, 0x0c, 0x02, 0x06, 0x00, 0x41, 0x01, 0x40, 0x00, 0x0b, 0x03, 0x00, 0x00, 0x0b],
  );
  const loaded = await WasmProgram.compile(program, 3 * 65_536, {}, (instance) => ({
    grow: instance.numeric('grow'),
    trap: instance.numeric('trap'),
  }));
  // memory.grow gives the pages before it, or -1.
  const grow = (): number | undefined => loaded.run((running) => running.grow());
  assert.deepEqual([grow(), grow(), grow()], [1, 2, 0xffffffff]);
  assert.equal(
    loaded.run((running) => running.trap()),
    undefined,
  );
  assert.equal(loaded.failures, 1);
  assert.equal(grow(), 1);
  await assert.rejects(
    WasmProgram.compile(program, 0, {}, () => undefined),
    /has 1 memories, of 1 pages/,
  );
  await assert.rejects(
    WasmProgram.compile(program.subarray(0, 20), 65_536, {}, () => undefined),
    /no memory of its own/,
  );
});
