import { posix, win32 } from 'node:path';

/** Small text files; undefined if there is none. Tests replace it. */
export type ReadText = (path: string) => Promise<string | undefined>;

/**
 * SDK folders by the `sdk.dir` of local.properties, which Android Studio, Flutter, React Native and Gradle write into a project, or into
 * its `android` folder. A project cannot bring its own SDK: relative folders and those inside it are left out.
 */
export async function sdksOfProjects(folders: readonly string[], platform: string, read: ReadText): Promise<readonly string[]> {
  const { join, isAbsolute, relative } = platform === 'win32' ? win32 : posix;
  const found: string[] = [];
  for (const folder of folders) {
    for (const place of [folder, join(folder, 'android'), join(folder, '..')]) {
      const sdk = sdkDir((await read(join(place, 'local.properties'))) ?? '');
      if (sdk === '' || !isAbsolute(sdk)) continue;
      const inside = relative(folder, sdk);
      if (inside !== '' && (inside.startsWith('..') || isAbsolute(inside))) found.push(sdk);
    }
  }
  return [...new Set(found)];
}

/** A value of Java's properties: `sdk.dir=C\:\\Users\\Jo\\Sdk`; '' without one. The last counts. */
export function sdkDir(text: string): string {
  let found = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    const plain = line.trimStart();
    if (!plain.startsWith('sdk.dir')) continue;
    const rest = plain.slice('sdk.dir'.length).trimStart();
    if (rest.startsWith('=') || rest.startsWith(':')) found = unescaped(rest.slice(1).trimStart());
    else if (rest !== plain.slice('sdk.dir'.length)) found = unescaped(rest);
  }
  return found;
}

function unescaped(value: string): string {
  return value.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (sign ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
