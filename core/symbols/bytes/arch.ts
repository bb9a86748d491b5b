/** Machines whose files are read, by the names that the agents use for them. */
export type Arch = 'arm' | 'arm64' | 'arm64e' | 'x86' | 'x86_64';
