import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { actionFolder } from './composite-action.ts';
import { GithubStandIn } from './github-stand-in.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-comment-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('a comment stays below GitHub’s limit: long differences, then long results are left to the summary', async () => {
  await using github = new GithubStandIn();
  const [long, short, event] = ['long.md', 'short.md', 'pull.json'].map((name) => join(folder, name)) as [string, string, string];
  await writeFile(long, 'x'.repeat(66_000));
  await writeFile(short, 'The budget holds.');
  await writeFile(event, JSON.stringify({ pull_request: { number: 7 } }));
  const url = await github.start();
  const comment = async (markdown: string, diff: string): Promise<string> => {
    const about = {
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_EVENT_PATH: event,
      GITHUB_SERVER_URL: 'https://g',
      GITHUB_RUN_ID: '9',
    };
    const env = { ...about, LAGLENS_ARTIFACT: 'a', LAGLENS_TOKEN: 't', LAGLENS_MARKDOWN: markdown, LAGLENS_DIFF: diff };
    await promisify(execFile)(process.execPath, [join(actionFolder, 'comment.mjs')], { env });
    return github.comments[0]?.body ?? '';
  };
  assert.match(
    await comment(short, short),
    /^<!-- laglens a -->\n\nThe budget holds\.\n\n<details>[^x]*The budget holds\.\n\n<\/details>$/,
  );
  const run = '[the run](https://g/o/r/actions/runs/9)';
  assert.equal(await comment(short, long), `<!-- laglens a -->\n\nThe budget holds.\n\nDifferences are in the summary of ${run}.`);
  assert.equal(await comment(long, short), `<!-- laglens a -->\n\nToo long for a comment: ${run} has the results.`);
});
