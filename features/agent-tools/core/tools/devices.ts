import { leftOut, tokenBudget, withinBudget } from '../answers/within-budget.ts';
import { type DataText, dataText, quoted } from '../shapes/data-text.ts';
import { data, type FieldsOf, flag, list, maybe, object, text } from '../shapes/shape.ts';
import { type Answered, dataNote, defineTool } from '../tool.ts';

const args = {
  device: maybe(text('Handle of a device: lists its apps, too.', 200)),
  find: maybe(text('Only apps whose id or name contains this.', 200)),
  tokenBudget,
};

const rowFields = {
  name: data('Its name.'),
  usable: flag('It can be captured.'),
  why: maybe(data('Why not.')),
  next: maybe(data('What the person can do about it.')),
};

const answer = {
  devices: list(
    'Devices that Laglens sees.',
    object('', { device: text('Handle.', 200), detail: maybe(data('Release, processor and the like.')), ...rowFields }),
  ),
  apps: maybe(list('Apps of the device.', object('', { app: text('Handle.', 400), running: flag('It has a process.'), ...rowFields }))),
  problems: list('Tools of this computer that failed.', data('')),
  leftOut,
};

export const listDevices = defineTool({
  name: 'laglens_devices',
  title: 'List devices',
  description: `Phones, simulators and programs of this computer that can be captured, their apps, and why one cannot be used. ${dataNote}`,
  args,
  answer,
  isReadOnly: true,
});

export type Devices = FieldsOf<typeof answer>;
export type DevicesArguments = FieldsOf<typeof args>;

interface Usable {
  readonly name: string;
  readonly problem?: { readonly why: string; readonly next: string };
}

export function usableFacts({ name, problem }: Usable): FieldsOf<typeof rowFields> {
  return {
    name: dataText(name),
    usable: problem === undefined,
    ...(problem === undefined ? {} : { why: dataText(problem.why), next: dataText(problem.next) }),
  };
}

export function answerDevices(whole: Devices, given: DevicesArguments): Answered<typeof answer> {
  const next = `laglens_devices ${JSON.stringify({ ...given, find: given.find ?? 'PART OF A NAME' })}`;
  const cuttable = [
    { key: 'apps', least: 1, next },
    { key: 'devices', least: 1, next },
    { key: 'problems', least: 1, next },
  ];
  const fitted = withinBudget(whole, cuttable, given.tokenBudget, wordsOf);
  return { answer: fitted, words: wordsOf(fitted) };
}

function wordsOf({ devices, apps = [], problems, leftOut: missing = [] }: Devices): string {
  return [
    `${devices.length} devices.`,
    ...devices.map(({ device, ...row }) => rowWords(dataText(device), row)),
    ...apps.map(({ app, running, ...row }) => `app ${rowWords(dataText(app), row)}${running ? ', running' : ''}`),
    ...problems.map((problem) => `Problem: ${quoted(problem)}`),
    ...missing.map(({ what, count, next }) => `${count} ${what} left out: ${next}`),
  ].join('\n');
}

function rowWords(handle: DataText, { name, usable, why, next }: FieldsOf<typeof rowFields>): string {
  const problem = usable ? '' : `, cannot be used: ${quoted(why ?? dataText(''))} ${quoted(next ?? dataText(''))}`;
  return `${quoted(handle)} ${quoted(name)}${problem}`;
}
