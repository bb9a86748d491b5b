/**
 * Builds the sample app: `node device-agents/build-sample.ts [FILE]`; by default prebuilt/laglens-sample.apk, which is committed. Needs Debian's
 * openjdk-17-jdk-headless, maven, aapt, apksigner and unzip.
 */
import { join } from 'node:path';
import { buildSampleApk } from './build/sample-apk.ts';
import { agentsRoot } from './build/sources.ts';

const log = (line: string): unknown => process.stderr.write(`${line}\n`);
await buildSampleApk(process.argv[2] ?? join(agentsRoot, 'prebuilt', 'laglens-sample.apk'), log);
