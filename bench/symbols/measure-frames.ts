/**
 * `measure-frames FILE ADDRESSES [OUT]`: resolves a text file's addresses at once, in its own process, and prints the cost. Bundled before,
 * as for users.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { runReading } from '../../core/symbols/bytes/byte-source.ts';
import { ImageFrames } from '../../core/symbols/image/image-frames.ts';
import { openDebugFile } from '../../core/symbols/image/open.ts';
import { FileAnswers } from '../../host/builds/unpack/file-answers.ts';
import { nodeUnpackers } from '../../host/builds/unpack/unpackers.ts';

const [, , file = '', addressFile = '', out = devNull] = process.argv;
const addresses = readFileSync(addressFile, 'utf8').trim().split('\n').map(Number);
const files = new FileAnswers();
const [image] = runReading(openDebugFile(file, { unpackers: nodeUnpackers }), files.answer).images;
if (image === undefined) throw new Error(`${file} holds no image`);
const reader = new ImageFrames(image);
const found = runReading(reader.resolveAll(addresses), files.answer);
// Peers write their results, too.
writeFileSync(out, JSON.stringify(found));
const milliseconds = performance.now();
const frames = found.reduce((sum, { frames: { length } }) => sum + length, 0);
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cpuMilliseconds = (userCPUTime + systemCPUTime) / 1000;
process.stdout.write(JSON.stringify({ milliseconds, cpuMilliseconds, megabytes: maxRSS / 1024, frames, problems: reader.problems.length }));
files.close();
