import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { parseArguments, thresholdArgument } from '../../../cli/cli-arguments.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { wrongArguments } from '../../../cli/usage.ts';
import { writeReport } from '../../../cli/write-report.ts';
import { formatCount } from '../../../core/analysis/report/format-count.ts';
import { explain } from '../../../core/errors.ts';
import type { LakePage } from '../core/page/linked-page.ts';
import { lakeQuestions, questionNamed } from '../core/questions.ts';
import { addSessions } from '../host/add-sessions.ts';
import { duckDbFolder, duckDbVersion } from '../host/duckdb.ts';
import { prepareEngine } from '../host/engine-install.ts';
import { engineDownloadMb } from '../host/engine-packages.ts';
import { answerPage, overviewPage } from '../host/lake-page.ts';
import { Lake } from '../host/open-lake.ts';
import { tidyLake } from '../host/tidy/tidy-lake.ts';
import { answerCsv, answerJson, answerTable } from './answers.ts';
import { lakeHtml } from './lake-html.ts';

const NOT_ALL_ADDED = 1;

const questionNames = lakeQuestions.map(({ name }) => name).join(', ');

/** `laglens lake`: sessions of a fleet as Parquet, and questions to them. */
export async function runLake(args: readonly string[], terminal: Terminal): Promise<number> {
  const [what, ...rest] = args;
  if (what === 'add') return add(rest, terminal);
  if (what === 'query') return query(rest, terminal);
  if (what === 'tidy') return tidy(rest, terminal);
  if (what === 'install') return install(rest, terminal);
  parseArguments('lake', args, {});
  throw wrongArguments('lake', 'After “lake” comes add, query, tidy or install.');
}

async function add(args: readonly string[], { folder, signal, say, out }: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('lake', args, {
    'app-version': { type: 'string' },
    threshold: { type: 'string' },
    package: { type: 'string', multiple: true },
  });
  const [lake, ...sessions] = positionals;
  if (lake === undefined || sessions.length === 0) throw wrongArguments('lake', 'A folder and at least one session are needed.');
  const counts = { added: 0, there: 0, skipped: 0 };
  const paths = new Map((await sessionsOf(sessions, folder, say)).map((path) => [resolve(folder, path), path]));
  await addSessions(resolve(folder, lake), [...paths.keys()], {
    version: values['app-version'] ?? '',
    thresholdUs: thresholdArgument('lake', values.threshold),
    packages: values.package,
    signal,
    done: (path, end) => {
      if (typeof end === 'string') counts[end]++;
      else if ('knownUs' in end) {
        counts.there++;
        say(
          `${paths.get(path) ?? path}: the lake has a recording of this process and start that lasts ${seconds(end.knownUs)}, not ${seconds(end.spanUs)}. It stays.`,
        );
      } else {
        counts.skipped++;
        say(`Skipped ${paths.get(path) ?? path}: ${explain(end.skipped)}`);
      }
    },
  });
  const parts = [
    `${formatCount(counts.added)} added`,
    `${formatCount(counts.there)} already there`,
    `${formatCount(counts.skipped)} skipped`,
  ];
  out(`Sessions: ${parts.join(', ')}.`);
  return counts.skipped === 0 ? 0 : NOT_ALL_ADDED;
}

function seconds(us: number): string {
  return `${(us / 1e6).toFixed(1)} s`;
}

/** No program is started by a name: the person's shell chooses npm. */
function install(args: readonly string[], { out, say }: Terminal): number {
  parseArguments('lake', args, {});
  const words = prepareEngine();
  say(
    `DuckDB ${duckDbVersion} comes from npm's registry: a download of about ${engineDownloadMb()} MB. It is kept in ${duckDbFolder()}; delete that folder to remove it.`,
  );
  out(`Now run: npm ${words.map((word) => (/^[\w./@-]+$/.test(word) ? word : `"${word}"`)).join(' ')}`);
  return 0;
}

/** Folders stand for the `.laglens` files in them, sorted. */
async function sessionsOf(given: readonly string[], folder: string, say: Terminal['say']): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const path of given) {
    const isFolder = (await stat(resolve(folder, path)).catch(() => undefined))?.isDirectory() === true;
    const names = isFolder ? (await readdir(resolve(folder, path))).filter((name) => extname(name) === '.laglens').sort() : [];
    if (!isFolder) paths.push(path);
    else if (names.length === 0) say(`${path} has no .laglens files. Name the files of other tools themselves.`);
    paths.push(...names.map((name) => join(path, name)));
  }
  return paths;
}

async function query(args: readonly string[], { folder, signal, say, out, isBuildLog }: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('lake', args, {
    json: { type: 'boolean' },
    csv: { type: 'boolean' },
    html: { type: 'string' },
  });
  const [place, asked, ...more] = positionals;
  const isAll = values.html !== undefined && (asked === undefined || asked === 'all');
  if (place === undefined || (asked === undefined && !isAll) || more.length > 0)
    throw wrongArguments('lake', `A folder is needed, and a SELECT in quotes or one of: ${questionNames}.`);
  if (asked !== undefined && !isAll && questionNamed(asked) === undefined && /^[\w-]*$/.test(asked))
    throw wrongArguments('lake', `“${asked}” is no question of lakes. Ask one of: ${questionNames}; or by a SELECT in quotes.`);
  if (values.json === true && values.csv === true) throw wrongArguments('lake', 'Give either --json or --csv.');
  // A session in its place would be lost.
  if (values.html !== undefined && extname(values.html) !== '.html')
    throw wrongArguments('lake', '--html needs a file that ends in .html.');
  const write = async (page: LakePage): Promise<void> => {
    if (values.html !== undefined) await writeReport('lake', resolve(folder, values.html), await lakeHtml(page));
  };
  const lake = await Lake.open(resolve(folder, place));
  try {
    if (lake.sessions === 0) say('This lake has no sessions. Add some with: laglens lake add');
    if (isAll || asked === undefined) {
      await write(await overviewPage(lake, place, signal));
      return 0;
    }
    const question = questionNamed(asked);
    const answer = await lake.ask(question?.sql ?? asked, signal);
    if (values.html !== undefined) await write(await answerPage(lake, place, asked, answer, signal));
    if (question !== undefined) say(question.reading);
    if (answer.isCut) say(`Only the first ${formatCount(answer.rows.length)} rows are shown. Sum them up in SQL, or ask for fewer.`);
    out(values.json === true ? answerJson(answer) : values.csv === true ? answerCsv(answer, isBuildLog === true) : answerTable(answer));
    return 0;
  } finally {
    for (const file of lake.damaged) say(`Skipped ${file}, which is damaged.`);
    lake.close();
  }
}

async function tidy(args: readonly string[], { folder, signal, say, out }: Terminal): Promise<number> {
  const { values, positionals } = parseArguments('lake', args, { now: { type: 'boolean' } });
  const [lake, ...more] = positionals;
  if (lake === undefined || more.length > 0) throw wrongArguments('lake', 'A folder is needed, and nothing else.');
  const done = await tidyLake(resolve(folder, lake), { isNow: values.now === true, signal });
  for (const file of done.damaged) say(`Skipped ${file}, which is damaged.`);
  if (done.waiting > 0)
    say(
      `${formatCount(done.waiting)} replaced files stay for an hour, for those who read them now. A later tidy removes them, --now does at once.`,
    );
  out(
    `Files: ${formatCount(done.merged)} became ${formatCount(done.made)}; ${formatCount(done.removed)} replaced ones and ${formatCount(done.leftovers)} leftovers removed.`,
  );
  return done.damaged.length === 0 ? 0 : NOT_ALL_ADDED;
}
