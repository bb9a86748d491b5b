import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LaglensError } from '../errors.ts';
import { phrase, phraseOf, rememberPhrase } from './phrase.ts';

describe('a phrase', () => {
  it('is its English text', () => {
    const path = '/a/{1}.laglens';
    assert.equal(phrase`The session ${path} has ${3} parts.`, 'The session /a/{1}.laglens has 3 parts.');
  });

  it('is known by its text, with the phrases among its values', () => {
    const why = phrase`the disk is full`;
    const text = phrase`The session ${'a'} cannot be opened: ${why}.`;
    assert.deepEqual(phraseOf(text), {
      template: 'The session {0} cannot be opened: {1}.',
      values: ['a', { template: 'the disk is full', values: [] }],
    });
    assert.equal(phraseOf('The session b cannot be opened.'), undefined);
  });

  it('is known by the message and the next step of an error', () => {
    const error = new LaglensError({ code: 'device-lost', message: phrase`${'Pixel'} is gone.`, next: phrase`Connect it again.` });
    assert.equal(phraseOf(error.message)?.template, '{0} is gone.');
    assert.equal(phraseOf(error.next)?.template, 'Connect it again.');
  });

  it('has no token of an agent', () => {
    const text = phrase`Not loaded: ${'liblaglens.so=token=0123456789abcdef,rand=01'}.`;
    const error = new LaglensError({ code: 'attach-refused', message: text, next: '' });
    assert.deepEqual(phraseOf(error.message)?.values, ['liblaglens.so=token=…,rand=01']);
  });

  it('is known in the thread that its parts are sent to', () => {
    const parts = { template: 'Only {0} threads sent this.', values: ['two'] };
    assert.equal(phraseOf('Only two threads sent this.'), undefined);
    assert.equal(rememberPhrase(structuredClone(parts)), 'Only two threads sent this.');
    assert.deepEqual(phraseOf('Only two threads sent this.'), parts);
  });

  it('is forgotten after a thousand others with values, or when its values are long', () => {
    const first = phrase`Number ${'first'} of many.`;
    const kept = phrase`A text without values.`;
    for (let at = 0; at < 1000; at++) phrase`Number ${at} of many.`;
    assert.equal(phraseOf(first), undefined);
    assert.notEqual(phraseOf(kept), undefined);
    assert.notEqual(phraseOf('Number 0 of many.'), undefined);
    assert.equal(phraseOf(phrase`It said ${'x'.repeat(8000)}`), undefined);
  });
});
