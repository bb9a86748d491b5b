// Finds the base branch's newest run that kept captures. Output: run-id, if there is one.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, output, warn } from './github.mjs';

const { GITHUB_BASE_REF, LAGLENS_ARTIFACT, RUNNER_TEMP } = process.env;

// Another use of the action may have left its own.
rmSync(join(RUNNER_TEMP, 'laglens-base'), { recursive: true, force: true });

/** A fork may have a branch of the same name, whose captures anyone could have made. */
function isOfBase({ expired, workflow_run: run }) {
  return !expired && run?.head_branch === GITHUB_BASE_REF && run.head_repository_id === run.repository_id;
}

async function newestRun() {
  let newest;
  for await (const artifact of itemsOf(`actions/artifacts?name=${encodeURIComponent(LAGLENS_ARTIFACT)}`, ({ artifacts }) => artifacts)) {
    if (isOfBase(artifact) && (newest === undefined || artifact.created_at > newest.created_at)) newest = artifact;
  }
  return newest?.workflow_run.id;
}

try {
  const run = await newestRun();
  if (run === undefined) console.log('The base branch has kept no captures yet.');
  else output('run-id', run);
} catch (error) {
  warn(`The base branch's captures were not found (${error.message}). The job needs the permission “actions: read”.`);
}
