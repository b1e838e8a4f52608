import { firstOf } from '../../core/util/firstLines.ts';
import { l10n } from '../../core/util/l10n.ts';
import type { PossibleRule } from '../../core/order/affectedDecisions.ts';
import { allChanges, byChange, changeWords } from '../../core/order/effect/change.ts';
import { resourceText } from '../../core/order/typedResource.ts';
import type { PolicyName } from '../../core/policy/families.ts';
import type { AffectedReport, AffectedResource, ReportOfPolicy } from '../../core/sync/countAffected.ts';
import { weakerWords } from '../workspace/changedDecisionWords.ts';
import { tableOf, type TableParts } from '../table/tableContent.ts';

/** The affected resources of all policies, weaker decisions first. */
export function affectedTable(reports: readonly ReportOfPolicy[]): TableParts {
  const order = [...new Set(allChanges.map((change) => changeWords(change).toLowerCase()))];
  return tableOf<AffectedResource & { readonly policy: PolicyName }>(
    [
      { key: 'policy', title: l10n.t('Policy'), hidden: reports.length < 2, of: ({ policy }) => policy },
      { key: 'name', title: l10n.t('Resource'), of: ({ resource }) => resource.name },
      { key: 'what', title: l10n.t('Type'), hidden: true, of: ({ resource }) => resource.kind },
      { key: 'change', title: l10n.t('Becomes'), order, of: ({ change }) => changeWords(change) },
      { key: 'ruleBefore', title: l10n.t('Rule before'), of: ({ before }) => rulesOf(before) },
      { key: 'ruleAfter', title: l10n.t('Rule after'), of: ({ after }) => rulesOf(after) },
      { key: 'before', title: l10n.t('Action before'), of: ({ before }) => effectsOf(before) },
      { key: 'after', title: l10n.t('Action after'), of: ({ after }) => effectsOf(after) },
      { key: 'places', title: l10n.t('Occurrences'), kind: 'number', of: ({ places }) => places },
      {
        key: 'of',
        title: l10n.t('Occurrences in total'),
        kind: 'number',
        hidden: true,
        of: ({ resource }) => resource.places.length,
      },
      { key: 'where', title: l10n.t('Example'), hidden: true, of: ({ example }) => resourceText(example) },
      { key: 'id', title: l10n.t('Id'), hidden: true, of: ({ resource }) => resource.id },
    ],
    reports
      .flatMap(({ kind, report }) => report.affected.map((resource) => ({ policy: kind.name, ...resource })))
      .toSorted(byChange),
  );
}

/** The summary of one policy, or a line for each of several, with the reasons for policies that are not counted. */
export function affectedSummaries(reports: readonly ReportOfPolicy[], reasons: readonly string[]): string {
  const [only, ...more] = reports;
  return only && more.length + reasons.length === 0
    ? affectedSummary(only.report)
    : [
        ...reports.map(({ kind, report }) => l10n.t('{0}: {1}', kind.name, affectedSummary(report))),
        ...reasons,
        '',
      ].join('\n');
}

/** The number of affected resources, and the resources that could not be counted. */
export function affectedSummary(report: AffectedReport): string {
  const { counts, looked, asked } = report;
  const { handed, kept, perhaps } = counts;
  const weaker = weakerWords(counts);
  return [
    Object.values(counts).every((count) => count === 0)
      ? l10n.t('Nothing is affected.')
      : [
          ...(handed > 0 ? [l10n.t('Another rule applies to {0}.', countOf(handed, report))] : []),
          ...(kept > 0 ? [l10n.t('The same rule acts differently for {0}.', countOf(kept, report))] : []),
          weaker === '' ? l10n.t('No decision is known to be weaker.') : l10n.t('Decisions: {0}.', weaker),
          ...(perhaps > 0
            ? [
                l10n.t(
                  'Unknown for {0}: some data about the resources or the collections is missing.',
                  perhaps,
                ),
              ]
            : []),
        ].join(' '),
    asked === 1
      ? l10n.t('Checked: {0}, which the console lists for 1 rule.', countOf(looked, report))
      : l10n.t('Checked: {0}, which the console lists for {1} rules.', countOf(looked, report), asked),
    ...leftOutWords(report),
  ].join(' ');
}

function leftOutWords({ leftOut }: AffectedReport): readonly string[] {
  const { beyond, unlisted, nameless, others } = leftOut;
  const names = (rules: readonly { readonly name: string }[]): string =>
    firstOf(rules.map(({ name }) => `"${name}"`));
  const parts = [
    ...(beyond.length > 0 ? [l10n.t('more than the limit of {0}', names(beyond))] : []),
    ...(unlisted.length > 0
      ? [
          l10n.t(
            'resources that {0} would newly match: the console does not list resources without a rule',
            names(unlisted),
          ),
        ]
      : []),
    ...(nameless.length > 0
      ? [
          nameless.length === 1
            ? l10n.t('a rule without a name')
            : l10n.t('{0} rules without a name', nameless.length),
        ]
      : []),
    ...(others > 0 ? [l10n.t('{0} listed resources of a kind that these rules do not cover', others)] : []),
  ];
  return parts.length > 0 ? [l10n.t('NOT counted: {0}.', parts.join('; '))] : [];
}

function countOf(count: number, { what }: AffectedReport): string {
  switch (what) {
    case 'image':
      return count === 1 ? l10n.t('1 image') : l10n.t('{0} images', count);
    case 'host':
      return count === 1 ? l10n.t('1 host') : l10n.t('{0} hosts', count);
    case 'container':
      return count === 1 ? l10n.t('1 container') : l10n.t('{0} containers', count);
    case 'other':
    default:
      return count === 1 ? l10n.t('1 resource') : l10n.t('{0} resources', count);
  }
}

/** The last rule matches for certain, and the rules before it may match. */
function rulesOf(rules: readonly PossibleRule[]): string {
  const names = rules.map(({ rule }) =>
    rule === undefined ? l10n.t('(no rule)') : rule.name === '' ? `#${rule.index + 1}` : rule.name,
  );
  const [last = '', ...perhaps] = names.toReversed();
  return perhaps.length === 0 ? last : l10n.t('{0}, or perhaps {1}', last, firstOf(perhaps.toReversed()));
}

function effectsOf(rules: readonly PossibleRule[]): string {
  const words = [...new Set(rules.toReversed().map(({ effect }) => effect))];
  return words.length > 3 ? `${words.slice(0, 3).join(' / ')} / …` : words.join(' / ');
}
