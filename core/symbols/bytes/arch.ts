export type Arch = 'arm' | 'arm64' | 'arm64e' | 'x86' | 'x86_64';
