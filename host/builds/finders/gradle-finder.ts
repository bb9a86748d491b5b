import type { Finder } from '../../folders/finder.ts';
import { gradleArchives } from './gradle-archives.ts';
import { gradleLibraries } from './gradle-libraries.ts';
import { gradleMappings } from './gradle-mappings.ts';
import { gradleModules } from './gradle-modules.ts';

/** What the Android Gradle plugin leaves in the build folders of a project's modules. */
export function gradle(root: string): Finder {
  return {
    place: `Gradle's build folders in ${root}`,
    async *candidates(report) {
      for await (const module of gradleModules(root, report)) {
        report.watch(module.buildFolder);
        yield* gradleMappings(module, report);
        yield* gradleLibraries(module, report);
        yield* gradleArchives(module, report);
      }
    },
  };
}
