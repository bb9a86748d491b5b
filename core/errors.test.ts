import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explain, LaglensError, messageOf } from './errors.ts';

const token = '0123456789abcdefFEDCBA9876543210';
/** As AOSP's ActivityThread.handleAttachAgent logs it. */
const said = `E ActivityThread: Attaching agent failed: /data/user/0/a/code_cache/laglens/liblaglens.so=token=${token},rand=01020304`;

describe('the token of an agent', () => {
  it('is in no text of an error, whatever a tool repeated', () => {
    const error = new LaglensError({ code: 'attach-refused', message: `It said: ${said}`, next: `Not ${said}`, output: said });
    for (const text of [error.message, error.next, error.output ?? '', error.stack ?? '', explain(error), messageOf(error)]) {
      assert.ok(!text.includes(token), text);
      assert.match(text, /token=…/);
    }
    assert.match(error.output ?? '', /rand=01020304/);
  });

  it('is in no text about errors that are not ours', () => {
    const foreign = new Error(`Command failed: jcmd 42 JVMTI.agent_load liblaglens.so "token=${token},rand=01020304"`);
    for (const thrown of [foreign, foreign.message]) {
      assert.ok(!explain(thrown).includes(token));
      assert.ok(!messageOf(thrown).includes(token));
    }
  });
});
