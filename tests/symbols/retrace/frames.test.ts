import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linesMayBeDexPcs, mapIdOfSourceFile } from '../../../core/symbols/retrace/map-header.ts';
import { MapInMemory } from './our-retrace.ts';

/** As ProGuard writes it: the types behind the arrow are not reported, only the classes' names. Lines stay as they are. */
const overloads = [
  'com.example.Item -> a.c:',
  'com.example.Feed -> a.b:',
  '    void bind(com.example.Item,int) -> a',
  '    void bind(int[][]) -> a',
  '    com.example.Item[] find() -> a',
].join('\n');

describe('overloads of one name', () => {
  const map = new MapInMemory(overloads);
  const names = (descriptor?: string): readonly string[] =>
    map
      .frame({ className: 'a.b', methodName: 'a', line: 4, ...(descriptor === undefined ? {} : { descriptor }) })
      .alternatives.map(([frame]) => `${frame?.methodName}${frame?.descriptor}:${frame?.line}`);

  it('are distinguished by the types that the device names, with its names of the classes', () => {
    assert.deepEqual(names('(La/c;I)V'), ['bind(Lcom/example/Item;I)V:4']);
    assert.deepEqual(names('([[I)V'), ['bind([[I)V:4']);
    assert.deepEqual(names('()[La/c;'), ['find()[Lcom/example/Item;:4']);
  });

  it('are all shown when the device names no types, or others than the map', () => {
    const all = ['bind(Lcom/example/Item;I)V:4', 'bind([[I)V:4', 'find()[Lcom/example/Item;:4'];
    assert.deepEqual(names(), all);
    assert.deepEqual(names('(J)V'), all);
    assert.deepEqual(names('no descriptor'), all);
  });

  it('are distinguished by what the map says of their types after shrinking, whatever the original ones were', () => {
    const changed = new MapInMemory(
      [
        '# {"id":"com.android.tools.r8.mapping","version":"2.2"}',
        'com.example.Feed -> a.b:',
        '    void bind(com.example.Item) -> a',
        '      # {"id":"com.android.tools.r8.residualsignature","signature":"(I)V"}',
        '    void draw(int) -> a',
        '      # {"id":"com.android.tools.r8.residualsignature","signature":"()V"}',
      ].join('\n'),
    );
    const found = (descriptor: string): readonly (string | undefined)[] =>
      changed.frame({ className: 'a.b', methodName: 'a', descriptor }).alternatives.map(([frame]) => frame?.methodName);
    assert.deepEqual(found('(I)V'), ['bind']);
    assert.deepEqual(found('()V'), ['draw']);
  });
});

describe('a frame of inlined methods', () => {
  const map = new MapInMemory(
    [
      '# compiler: R8',
      '# compiler_version: 8.5.35',
      '# min_api: 26',
      '# pg_map_id: 1f2e3d4',
      '# {"id":"com.android.tools.r8.mapping","version":"2.2"}',
      '# pg_map_hash: SHA-256 1f2e3d4c',
      'com.example.Feed -> a.b:',
      '# {"id":"sourceFile","fileName":"Feeds.kt"}',
      '    6:13:void com.example.Row.bind():71:71 -> a',
      '    6:13:void draw(int):21 -> a',
      '    6:13:void lambda(int):0 -> a',
      '      # {"id":"com.android.tools.r8.synthesized"}',
    ].join('\n'),
  );
  const frames = [
    { className: 'com.example.Row', methodName: 'bind', descriptor: '()V', file: 'Row.java', line: 71, inlined: true, synthesized: false },
    {
      className: 'com.example.Feed',
      methodName: 'draw',
      descriptor: '(I)V',
      file: 'Feeds.kt',
      line: 21,
      inlined: true,
      synthesized: false,
    },
    { className: 'com.example.Feed', methodName: 'lambda', descriptor: '(I)V', file: 'Feeds.kt', inlined: false, synthesized: true },
  ];

  it('is a list, innermost first, which says what was inlined and what the compiler made', () => {
    assert.deepEqual(map.frame({ className: 'a.b', methodName: 'a', line: 9 }).alternatives, [frames]);
  });

  it('is found by the instruction where the map is for Android 8 and newer, and the device has no lines', () => {
    assert.deepEqual(map.frame({ className: 'a.b', methodName: 'a', dexPc: 9 }).alternatives, [frames]);
    assert.deepEqual(map.frame({ className: 'a.b', methodName: 'a', dexPc: 9, line: 0 }).alternatives, [frames]);
    assert.ok(linesMayBeDexPcs(map.mapping.header));
    assert.ok(!linesMayBeDexPcs({ compiler: 'R8', minApi: 25 }));
    assert.ok(!linesMayBeDexPcs({ minApi: 30 }));
  });

  it('keeps the names of the device where the map knows no more', () => {
    assert.deepEqual(map.frame({ className: 'a.b', methodName: 'zz', line: 3, sourceFile: 'SourceFile' }), {
      alternatives: [[{ className: 'com.example.Feed', methodName: 'zz', file: 'Feeds.kt', line: 3, inlined: false, synthesized: false }]],
      known: false,
      context: {},
    });
    assert.deepEqual(map.frame({ className: 'x.y', methodName: 'zz' }).alternatives, [
      [{ className: 'x.y', methodName: 'zz', inlined: false, synthesized: false }],
    ]);
  });

  it('comes from a map that names itself', () => {
    assert.deepEqual(map.mapping.header, {
      compiler: 'R8',
      compilerVersion: '8.5.35',
      minApi: 26,
      mapId: '1f2e3d4',
      mapHash: 'SHA-256 1f2e3d4c',
    });
    assert.equal(mapIdOfSourceFile('r8-map-id-1f2e3d4'), '1f2e3d4');
    assert.equal(mapIdOfSourceFile('Feeds.kt'), undefined);
  });
});
