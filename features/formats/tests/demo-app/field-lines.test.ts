import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildShop } from '../../../../tests/demo-app/iphone/build-iphone-shop.ts';
import { runCommand } from '../../../../tests/host/run-command.ts';
import { fieldFilesIn } from './field-files.ts';

test('frames of reports from the field, which have addresses only, have the lines of the local build', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-field-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const shop = await buildShop('device', (line) => t.diagnostic(line));
  const { line, files } = fieldFilesIn('cart_item_count', shop.dsym);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
    const laglens = async (...args: readonly string[]): Promise<string> => {
      const { code, out, said: error } = await runCommand(args, { folder });
      assert.equal(code, 0, error);
      return out;
    };
    await laglens('convert', name, `${name}.laglens`);
    await laglens('symbolicate', `${name}.laglens`, '--build', shop.products, '-o', `${name}.named.laglens`);
    const report = await laglens('report', `${name}.named.laglens`, '--tree');
    assert.match(report, new RegExp(`cart_item_count.*cart\\.c:${line}\\b`), `${name}:\n${report}`);
    assert.doesNotMatch(report, /no app code/, name);
  }
});
