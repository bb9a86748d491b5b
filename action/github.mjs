// Asks GitHub's API. Needs Node 20 alone, as actions have no packages.
import { appendFileSync } from 'node:fs';

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_OUTPUT, LAGLENS_TOKEN } = process.env;
const MOST_PAGES = 20;
const PAGE = 100;

/**
 * @param path below the repository's
 * @throws Error with the answer's status
 */
export async function ask(path, method = 'GET', body = undefined) {
  const answer = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/${path}`, {
    method,
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${LAGLENS_TOKEN}`, 'x-github-api-version': '2022-11-28' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path.split('?', 1)[0]} gave ${answer.status}`);
  return answer.json();
}

/** Gives a list's items, page by page. */
export async function* itemsOf(path, listIn) {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const items = listIn(await ask(`${path}${path.includes('?') ? '&' : '?'}per_page=${PAGE}&page=${page}`));
    yield* items;
    if (items.length < PAGE) return;
  }
}

export function output(name, value) {
  appendFileSync(GITHUB_OUTPUT, `${name}=${value}\n`);
}

/** @param text one line */
export function warn(text) {
  console.log(`::warning title=Laglens::${text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}`);
}
