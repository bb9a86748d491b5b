import { field, textField } from '../../../../core/text/json-fields.ts';
import type { ImportTask } from '../import/profile-reader.ts';

/** The app of a simpleperf command, which its converter writes as product. */
const APP_OPTION = ' --app ';

/** @param main the thread that stands for the process */
export function describeProcess({ builder }: ImportTask, meta: unknown, main: unknown): void {
  const product = textField(meta, 'product');
  const isSimpleperf = product.includes('simpleperf');
  const platform = `${textField(meta, 'platform')} ${textField(meta, 'oscpu')}`;
  const isAndroid = isSimpleperf || /\bandroid/i.test(platform);
  const system = isAndroid ? 'android' : /\b(?:ios|iphone|ipad)/i.test(platform) ? 'ios' : undefined;
  const commanded = isSimpleperf ? (product.split(APP_OPTION)[1]?.trim().split(' ')[0] ?? '') : '';
  builder.process({
    name: textField(main, 'processName') || commanded || (isSimpleperf ? textField(main, 'name') : product),
    pid: idOf(field(main, 'pid')),
    device: textField(meta, 'device'),
    version: textField(meta, 'oscpu'),
    ...(system === undefined ? {} : { system }),
  });
}

/** As the format's rule was before `isMainThread`, in version 46: its name, or an id that is the process'. */
export function isMainThread(thread: unknown): boolean {
  const said = field(thread, 'isMainThread');
  if (typeof said === 'boolean') return said;
  const [pid, tid] = [idOf(field(thread, 'pid')), idOf(field(thread, 'tid'))];
  return textField(thread, 'name') === 'GeckoMain' || (pid > 0 && pid === tid);
}

/** @param hasMain other threads are not main: other processes have main threads, too */
export function threadFacts(thread: unknown, isMain: boolean, hasMain: boolean) {
  const pid = field(thread, 'pid');
  const group = [textField(thread, 'processName'), typeof pid === 'number' ? `${pid}` : textField(thread, 'pid')];
  return {
    name: textField(thread, 'name'),
    tid: idOf(field(thread, 'tid')),
    group: group.filter((each) => each !== '').join(' '),
    ...(hasMain ? { isMain } : {}),
  };
}

/** Numbers, or numbers as texts; 0 for others, as of merged profiles. */
function idOf(id: unknown): number {
  const number = typeof id === 'string' && id !== '' ? Number(id.replace(/\.\d+$/, '')) : id;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : 0;
}
