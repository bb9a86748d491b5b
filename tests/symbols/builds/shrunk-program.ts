import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { compileJava, digest, findJavaHome, onceInto, packClasses, runR8 } from '../retrace/r8.ts';

export const MAIN_CLASS = 'sample.shrunk.Main';

/** R8 inlines `Till.count` into `Shop.sell`, which its rules let it rename, but not inline. */
const source = `package sample.shrunk;

public final class Main {
    public static void main(String[] arguments) throws Exception {
        Thread watcher = new Thread(() -> { try { while (System.in.read() >= 0) { } } catch (java.io.IOException e) { } System.exit(0); }, "watcher");
        watcher.setDaemon(true);
        watcher.start();
        System.out.println("ready");
        Shop shop = new Shop();
        for (long round = 0; ; round++) {
            if (round % 2 == 0) System.setProperty("sold", "" + shop.sell(150)); else System.setProperty("left", "" + shop.sell(160));
            Thread.sleep(60);
        }
    }
}

final class Shop {
    private long sold;

    long sell(long ms) {
        sold += Till.count(System.nanoTime() + ms * 1_000_000L);
        return sold;
    }
}

final class Till {
    static long count(long until) {
        long sum = 0;
        while (System.nanoTime() < until) {
            sum += sum * 31 + 7;
        }
        return sum;
    }
}
`;

/** Source lines of the loop. */
export const LOOP_LINES = lineNumbers('while (System.nanoTime', 'sum +=');
export const CALL_LINE = lineNumbers('Till.count')[0] ?? 0;

const rules = `-keep class sample.shrunk.Main { public static void main(java.lang.String[]); }
-keep,allowobfuscation class sample.shrunk.Shop { long sell(long); }
-allowaccessmodification
`;

interface ShrunkProgram {
  readonly jar: string;
  readonly mapping: string;
}

/** Compiled and shrunk with R8 once. */
export async function shrunkProgram(log: (line: string) => void): Promise<ShrunkProgram> {
  const home = join(cacheDir('retrace'), `running-${digest([source, rules])}`);
  await onceInto(home, async (fresh) => {
    log('builds: shrinking a program with R8 (about 15 s the first time) ...');
    const javaHome = await findJavaHome();
    const classes = join(fresh, 'classes');
    await mkdir(classes);
    await writeFile(join(fresh, 'Main.java'), source);
    await writeFile(join(fresh, 'rules.pro'), rules);
    await compileJava(javaHome, [join(fresh, 'Main.java')], classes);
    await packClasses(javaHome, classes, join(fresh, 'program.jar'));
    const output = [
      '--pg-conf',
      join(fresh, 'rules.pro'),
      '--pg-map-output',
      join(fresh, 'mapping.txt'),
      '--output',
      join(fresh, 'shrunk.jar'),
    ];
    await runR8('com.android.tools.r8.R8', ['--release', '--classfile', '--lib', javaHome, ...output, join(fresh, 'program.jar')], log);
  });
  return { jar: join(home, 'shrunk.jar'), mapping: join(home, 'mapping.txt') };
}

/** Resolves when its main thread works. Ends when its input closes, or with this process. */
export async function startShrunkProgram({ jar }: ShrunkProgram): Promise<{ readonly pid: number; stop(): Promise<void> }> {
  const child = spawn('java', ['-XX:TieredStopAtLevel=1', '-cp', jar, MAIN_CLASS], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(createInterface(child.stdout), 'line');
  return {
    pid: child.pid ?? -1,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

function lineNumbers(...texts: readonly string[]): readonly number[] {
  return texts.map((text) => source.split('\n').findIndex((line) => line.includes(text)) + 1);
}
