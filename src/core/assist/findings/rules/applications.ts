import { changeTo, keyOrName, type Finding, type RuleSubject } from '../finding.ts';
import { quotedText } from '../../../util/quotedInMessages.ts';
import { listAt, textAt } from '../../../util/plainRecord.ts';

/** Finds WAAS rules without applications, and applications that have the same id. */
export function* checkApplications({ kind, rule }: RuleSubject): Generator<Finding> {
  if (!kind.hasApps) {
    return;
  }
  const written = rule['applicationsSpec'] ?? [];
  if (Array.isArray(written) && written.length === 0 && rule['disabled'] !== true) {
    yield {
      code: 'no-applications',
      message: 'the rule protects nothing: protections belong to an application under `applicationsSpec`',
      ...keyOrName(rule, 'applicationsSpec'),
    };
  }
  const ids = listAt(rule, 'applicationsSpec').map((app) => textAt(app, 'appID') ?? '');
  const taken = new Set(ids);
  const seen = new Set<string>();
  let number = 2;
  for (const [index, id] of ids.entries()) {
    if (id !== '' && seen.has(id)) {
      while (taken.has(`${id}-${number}`)) {
        number += 1;
      }
      const free = `${id}-${number}`;
      taken.add(free);
      const path = ['applicationsSpec', index, 'appID'];
      yield {
        code: 'duplicate-app',
        message: `another application of the rule has the id ${quotedText(id)}: give each application its own id`,
        path,
        fixes: [changeTo(path, free)],
      };
    }
    seen.add(id);
  }
}
