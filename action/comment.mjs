// Writes the results as one comment of the pull request, and renews it by each run.
import { readFileSync } from 'node:fs';
import { ask, itemsOf, warn } from './github.mjs';

const { GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SERVER_URL } = process.env;
const { LAGLENS_ARTIFACT, LAGLENS_DIFF, LAGLENS_MARKDOWN, LAGLENS_VERDICT } = process.env;
/** GitHub takes 65,536 characters. */
const MOST_CHARACTERS = 60_000;

/** Each job of a matrix has its own comment. A name cannot end the HTML comment. */
const marker = `<!-- laglens ${encodeURIComponent(LAGLENS_ARTIFACT)} -->`;

function textOf(path) {
  return path ? readFileSync(path, 'utf8').trim() : '';
}

function body() {
  const run = `[the run](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID})`;
  const judged = textOf(LAGLENS_MARKDOWN) || `# Laglens budget\n\nNot judged (${LAGLENS_VERDICT}): ${run} has the reason.`;
  const diff = textOf(LAGLENS_DIFF);
  const parts = [marker, judged];
  if (diff !== '') parts.push(`<details>\n<summary>Differences from the base branch</summary>\n\n${diff}\n\n</details>`);
  const whole = parts.join('\n\n');
  if (whole.length <= MOST_CHARACTERS) return whole;
  const short = [marker, judged].join('\n\n');
  const rest = `Differences are in the summary of ${run}.`;
  return short.length <= MOST_CHARACTERS ? `${short}\n\n${rest}` : `${marker}\n\nToo long for a comment: ${run} has the results.`;
}

/** Comments of people are never changed, whatever they begin with. */
async function ownComment(number) {
  for await (const comment of itemsOf(`issues/${number}/comments`, (comments) => comments)) {
    if (comment.user?.type === 'Bot' && comment.body?.startsWith(marker)) return comment.id;
  }
  return undefined;
}

const number = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')).pull_request?.number;
if (Number.isInteger(number)) {
  try {
    const own = await ownComment(number);
    if (own === undefined) await ask(`issues/${number}/comments`, 'POST', { body: body() });
    else await ask(`issues/comments/${own}`, 'PATCH', { body: body() });
  } catch (error) {
    warn(`The comment was not written (${error.message}): forks' pull requests may not; others need “pull-requests: write”.`);
  }
}
