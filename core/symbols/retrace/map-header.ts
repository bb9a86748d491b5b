export interface MapHeader {
  /** `R8`, `D8`; absent in ProGuard's maps. */
  readonly compiler?: string;
  readonly compilerVersion?: string;
  readonly minApi?: number;
  /** R8 puts it into the source file of shrunk classes, as `r8-map-id-…`. */
  readonly mapId?: string;
  /** The hash that the id is made of, as `SHA-256 …`. */
  readonly mapHash?: string;
}

const keys = {
  compiler: 'compiler',
  compiler_version: 'compilerVersion',
  min_api: 'minApi',
  pg_map_id: 'mapId',
  pg_map_hash: 'mapHash',
} as const;

/** @param comments lines before the first class that begin with `#` */
export function readMapHeader(comments: readonly string[]): MapHeader {
  const found: { -readonly [key in keyof MapHeader]: MapHeader[key] } = {};
  for (const comment of comments) {
    const [, key = '', value = ''] = /^#\s*(\w+):\s*(\S.*)$/.exec(comment) ?? [];
    if (!Object.hasOwn(keys, key)) continue;
    const name = keys[key as keyof typeof keys];
    if (name !== 'minApi') found[name] = value.trim();
    else if (/^\d{1,9}$/.test(value.trim())) found.minApi = Number(value);
  }
  return found;
}

/** From API level 26 on, code without a line table shows the instruction's offset (dex pc) as its line; R8's ranges are then offsets. */
export function linesMayBeDexPcs({ compiler, minApi }: MapHeader): boolean {
  return compiler !== undefined && minApi !== undefined && minApi >= 26;
}

export function mapIdOfSourceFile(sourceFile: string): string | undefined {
  return /^r8-map-id-([0-9a-zA-Z]+)$/.exec(sourceFile)?.[1];
}
