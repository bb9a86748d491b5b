// Finds the base branch's newest run that kept captures. Output: run-id, if there is one.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask, itemsOf, output, warn } from './github.mjs';

const { GITHUB_BASE_REF, LAGLENS_ARTIFACT, RUNNER_TEMP } = process.env;

// Another use of the action may have left its own.
rmSync(join(RUNNER_TEMP, 'laglens-base'), { recursive: true, force: true });

/** A fork may have a branch of the same name, whose captures anyone could have made. */
function isOfBase({ expired, workflow_run: run }) {
  return !expired && run?.head_branch === GITHUB_BASE_REF && run.head_repository_id === run.repository_id;
}

/** Of the branch itself: a pull request from it into another one has changes that it has not. */
async function isOfPush(id) {
  const { event } = await ask(`actions/runs/${id}`);
  return event !== 'pull_request' && event !== 'pull_request_target';
}

/** The newest runs that are asked for their event. */
const MOST_RUNS = 20;

async function newestRun() {
  const found = [];
  for await (const artifact of itemsOf(`actions/artifacts?name=${encodeURIComponent(LAGLENS_ARTIFACT)}`, ({ artifacts }) => artifacts)) {
    if (isOfBase(artifact)) found.push(artifact);
  }
  found.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  for (const { workflow_run: run } of found.slice(0, MOST_RUNS)) if (await isOfPush(run.id)) return run.id;
  return undefined;
}

try {
  const run = await newestRun();
  if (run === undefined) console.log('The base branch has kept no captures yet.');
  else output('run-id', run);
} catch (error) {
  warn(`The base branch's captures were not found (${error.message}). The job needs the permission “actions: read”.`);
}
