import type { NodePath } from '../../../document/syntaxNode.ts';
import type { PolicyKind } from '../../../policy/families.ts';
import { checksPath } from '../complianceChecks.ts';
import type { DocumentCheck, FixData, Plain, RuleCheck } from '../finding.ts';
import { entitiesOf, networkFacts } from '../networkFacts.ts';
import { isPlain, listAt, objectAt, plainOf } from '../plain.ts';
import { customRulesOf } from './customRules.ts';

const described = {
  code: 'missing-id',
  summary: 'An entry has no id.',
  severity: 'warning',
} as const;

export const missingId: RuleCheck = {
  ...described,
  scope: 'rule',
  applies: (kind) => !kind.isNetwork,
  *check({ kind, rule }) {
    for (const { list, path, id } of listsOf(kind, rule)) {
      for (const [index, entry] of list.entries()) {
        if (isPlain(entry) && isUnset(entry[id], id)) {
          yield {
            message: `an entry of \`${path.at(-1)}\` has no \`${id}\`, so it has no effect`,
            ...placeOf(entry, [...path, index], id),
          };
        }
      }
    }
  },
};

interface IdentifiedList {
  readonly list: readonly unknown[];
  readonly path: NodePath;
  /** The member that an entry is known by. */
  readonly id: string;
}

function listsOf(kind: PolicyKind, rule: Plain): readonly IdentifiedList[] {
  const own = (key: string, id: string): IdentifiedList => ({ list: listAt(rule, key), path: [key], id });
  switch (kind.family) {
    case 'vulnerability':
      return [
        own('cveRules', 'id'),
        own('tags', 'name'),
        own('pkgTypesThresholds', 'type'),
        own('riskFactorsEffects', 'riskFactor'),
      ];
    case 'compliance':
      return [{ list: listAt(objectAt(rule, checksPath[0]), checksPath[1]), path: checksPath, id: 'id' }];
    case 'waas':
    case 'runtime':
      return customRulesOf(rule).map((found) => ({ ...found, id: '_id' }));
    case 'cnns':
    default:
      return [];
  }
}

export const missingNetworkId: DocumentCheck = {
  ...described,
  scope: 'document',
  applies: (kind) => kind.isNetwork,
  *check({ head, arrays }) {
    const entities = listAt(head, 'networkEntities');
    let free = Math.max(0, ...entitiesOf(head).map(({ id }) => id)) + 1;
    for (const [index, entity] of entities.entries()) {
      if (isPlain(entity) && isUnset(entity['_id'])) {
        const path = ['networkEntities', index];
        yield {
          message: 'the entity has no `_id`, so no rule can refer to it',
          ...placeOf(entity, path, '_id'),
          fixes: [numbered([...path, '_id'], free)],
        };
        free += 1;
      }
    }
    for (const { rules } of arrays) {
      let next = Math.max(0, ...rules.map(({ slice }) => networkFacts(slice).id ?? 0)) + 1;
      for (const rule of rules) {
        const { id, src, dst } = networkFacts(rule.slice);
        if (rule.slice.broken || (id !== undefined && src !== undefined && dst !== undefined)) {
          continue;
        }
        const plain = plainOf(rule.value());
        for (const key of isPlain(plain) ? ['id', 'src', 'dst'] : []) {
          if (isPlain(plain) && isUnset(plain[key])) {
            const isId = key === 'id';
            yield {
              message: isId
                ? 'the rule has no `id`, which identifies it on the console'
                : `the rule has no \`${key}\`, so no connection matches it`,
              rule,
              ...placeOf(plain, [], key),
              ...(isId && { fixes: [numbered(['id'], next)] }),
            };
            next += Number(isId);
          }
        }
      }
    }
  },
};

/** An empty id of a vulnerability is no id: `malformed-cve` says so. */
function isUnset(value: unknown, id = ''): boolean {
  return value === undefined || value === null || (id !== 'id' && value === '');
}

function placeOf(entry: Plain, path: NodePath, id: string): { path: NodePath; mark: 'start' | 'value' } {
  return id in entry ? { path: [...path, id], mark: 'value' } : { path, mark: 'start' };
}

function numbered(path: NodePath, value: number): FixData {
  return { kind: 'set', title: `Add \`${String(path.at(-1))}: ${value}\``, path, value };
}
