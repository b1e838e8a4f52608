import data from './data/checks.json' with { type: 'json' };
import customChecks from './data/custom-checks.json' with { type: 'json' };
import type { ComplianceCheck } from '../../core/consoles/resources.ts';
import { Random } from '../random.ts';

/** A row of the check catalog: the fields of `/static/vulnerabilities` that clients use. */
export interface Check extends ComplianceCheck {
  readonly cri: boolean;
}

/**
 * `named`: checks with their own title; `ranges`: other checks, with titles generated from `verbs` and
 * `subjects`.
 */
const { named, ranges, verbs, templates, severities } = data;
const subjects: Readonly<Record<string, readonly string[]>> = data.subjects;

const wordsOf = (type: string): readonly string[] =>
  subjects[type] ??
  (/k8s|openshift|[agek]ks/.test(type) || type === 'gke_worker' ? subjects['k8s'] : subjects['docker']) ??
  [];

function makeCheck(random: Random, id: number, type: string, title: string, severity: string): Check {
  return {
    id,
    title,
    description: `${title}. ${random.pick(['Reported once per resource.', 'Looked at with every scan.'])}`,
    severity,
    type,
    templates: random.some(templates, random.between(0, 2)),
    cri: random.chance(0.3),
  };
}

/** The catalog belongs to the product, not to a tenant, so it does not depend on the sandbox's seed. */
export function makeCheckCatalog(): readonly Check[] {
  const random = new Random(4);
  const own = named.map(({ id, severity, type, title }) => makeCheck(random, id, type, title, severity));
  const generated = ranges.flatMap(({ type, first, last }) => {
    const words = wordsOf(type);
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const title = `${verbs[Math.floor(index / words.length) % verbs.length]} ${words[index % words.length]}`;
      const part = Math.floor(index / (words.length * verbs.length));
      return makeCheck(
        random,
        first + index,
        type,
        part ? `${title} (part ${part + 1})` : title,
        random.pick(severities),
      );
    });
  });
  const custom = customChecks.map(({ _id, title, severity }) =>
    makeCheck(random, _id, 'custom', title, severity),
  );
  return [...own, ...generated, ...custom];
}

/** Checks that never block. */
const reportOnly = new Set([58, 596, 598]);

export function isBlockable(check: Check): boolean {
  return !['serverless', 'windows', 'istio'].includes(check.type) && !reportOnly.has(check.id);
}
