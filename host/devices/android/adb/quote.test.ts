import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { commandLine, quote } from './quote.ts';

describe('a quoted word', () => {
  const words = [
    'plain',
    '',
    'two words',
    "it's",
    '"$HOME"',
    '$(id)',
    '`id`',
    'a;b|c&d>e<f',
    'new\nline',
    '*?[a]',
    '\\',
    '~',
    '-n',
    '#',
    '!',
    'ü',
  ];
  for (const word of words) {
    it(`comes out of a real shell as it went in: ${JSON.stringify(word)}`, () => {
      const said = execFileSync('/bin/sh', ['-c', `printf %s ${quote(word)}`], { encoding: 'utf8' });
      assert.equal(said, word);
    });
  }

  it('stays one word beside others', () => {
    const said = execFileSync('/bin/sh', ['-c', `printf '%s|' ${commandLine(...words)}`], { encoding: 'utf8' });
    assert.equal(said, `${words.join('|')}|`);
  });

  it('survives a shell inside a shell, as run-as needs it', () => {
    const inner = commandLine('printf', '%s', "it's $HOME");
    assert.equal(execFileSync('/bin/sh', ['-c', commandLine('sh', '-c', inner)], { encoding: 'utf8' }), "it's $HOME");
  });
});
