const unitUs = { microsecond: 1, millisecond: 1e3, second: 1e6, minute: 6e7, hour: 3.6e9 } as const;
/** Words of English. */
const known: ReadonlyMap<string, number> = new Map([
  ...['μs', 'us', 'usec', 'microsecond', 'microseconds'].map((word) => [word, 1] as const),
  ...['ms', 'msec', 'msecs', 'millisecond', 'milliseconds'].map((word) => [word, 1e3] as const),
  ...['s', 'sec', 'secs', 'second', 'seconds'].map((word) => [word, 1e6] as const),
  ...['min', 'mins', 'minute', 'minutes'].map((word) => [word, 6e7] as const),
  ...['h', 'hr', 'hrs', 'hour', 'hours'].map((word) => [word, 3.6e9] as const),
]);
/** Languages of Apple's systems and others with many speakers. */
const LANGUAGES =
  'af am ar as az be bg bn bs ca cs cy da de el es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms my nb ne nl or pa pl ps pt pt-PT ro ru sd si sk sl so sq sr sr-Latn sv sw ta te th tk tr uk ur uz vi yo zh zh-Hant zh-HK zu';
/** One of each plural form in all languages. */
const COUNTS = [0, 1, 2, 3, 5, 11, 1.5, 100];

interface UnitWord {
  /** Undefined: languages use the word for different units. */
  readonly us: number | undefined;
  readonly languages: ReadonlySet<string>;
}

/** By CLDR's data, which the engine has; made when a word is not English. */
let foreign: ReadonlyMap<string, UnitWord> | undefined;

export interface TimeUnit {
  /** Microseconds of one. */
  readonly us: number;
  /** The sign before fractions where the word is used; undefined if that is unknown. */
  readonly decimal: '.' | ',' | undefined;
}

/**
 * A unit of time in any language; undefined for other words.
 * @param region as `DE`, for words and signs that languages use differently; '' if unknown
 */
export function timeUnit(word: string, region: string): TimeUnit | undefined {
  const key = bare(word);
  const place = localeOf(region);
  const english = known.get(key);
  const inRegion = place === '' ? undefined : signOf(place);
  if (english !== undefined) return { us: english, decimal: inRegion };
  if (key === '') return undefined;
  foreign ??= wordsOf(LANGUAGES.split(' '));
  const found = foreign.get(key);
  const us = found?.us ?? (found === undefined ? undefined : wordsOf([place]).get(key)?.us);
  if (found === undefined || us === undefined) return undefined;
  const local = new Intl.Locale(place || 'und').language;
  if (found.languages.has(local)) return { us, decimal: inRegion };
  const signs = [...found.languages].map((language) => signOf(inPlace(language, region)));
  const commas = signs.filter((sign) => sign === ',').length;
  return { us, decimal: 2 * commas > signs.length ? ',' : '.' };
}

function signOf(locale: string): '.' | ',' | undefined {
  const sign = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return sign === '.' || sign === ',' ? sign : undefined;
}

/** A language as a region writes it: `de-CH`. */
function inPlace(language: string, region: string): string {
  return isRegion(region) && !language.includes('-') ? `${language}-${region}` : language;
}

/** Of a region's main language: `de-Latn-DE`. '' for unknown ones. */
function localeOf(region: string): string {
  if (!isRegion(region)) return '';
  const { language, baseName } = new Intl.Locale(`und-${region}`).maximize();
  return language === 'und' ? '' : baseName;
}

function isRegion(text: string): boolean {
  return /^[A-Z]{2}$/i.test(text);
}

function wordsOf(locales: readonly string[]): ReadonlyMap<string, UnitWord> {
  const words = new Map<string, { us: number | undefined; languages: Set<string> }>();
  for (const locale of locales) {
    if (locale === '') continue;
    for (const { word, us } of wordsIn(locale)) {
      const found = words.get(word) ?? { us, languages: new Set() };
      if (found.us !== us) found.us = undefined;
      found.languages.add(locale);
      words.set(word, found);
    }
  }
  return words;
}

function* wordsIn(locale: string): Generator<{ readonly word: string; readonly us: number }> {
  for (const [unit, us] of Object.entries(unitUs)) {
    for (const unitDisplay of ['short', 'narrow', 'long'] as const) {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay });
      for (const count of COUNTS) {
        const parts = format.formatToParts(count).filter(({ type }) => type === 'unit');
        const word = bare(parts.map(({ value }) => value).join(''));
        if (word !== '') yield { word, us };
      }
    }
  }
}

/** Letters in one case, without dots, spaces and marks between. */
function bare(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.'’׳]|\u200c|\u200d|\u200e|\u200f|\u061c/g, '');
}
