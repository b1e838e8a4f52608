import type { Diagnostic, PolicyWarning } from '../../document/diagnostic.ts';
import { LineIndex } from '../../document/text.ts';
import type { PolicyDocument } from '../../document/policyDocument.ts';
import { nodeAtPath, valueOfNode, type NodePath } from '../../document/syntaxNode.ts';
import { writeJson } from '../../json/writeJson.ts';
import { ruleFormOf } from '../../policy/comparisonForm.ts';
import { IncrementalOrder } from '../../order/incrementalOrder.ts';
import type { ListOrder } from '../../order/orderReader.ts';
import { namesOf, shownFindings } from '../../order/ruleFindings.ts';
import { inSlices } from '../../util/inSlices.ts';
import type { OrderOfList } from '../order/documentOrder.ts';
import { orderFindings } from '../order/orderFindings.ts';
import { defaultSeverity } from './catalog.ts';
import { PolicyChecker } from './policyChecker.ts';
import type { DiagnosticData } from './finding.ts';
import type { Severities } from './shownDiagnostics.ts';
import type { RuleView } from '../../document/ruleView.ts';
import type { Form } from '../../policy/fieldTypes.ts';

interface WarningOptions {
  readonly severities?: Severities;
  /** The rule lists of the document; undefined where the collections are unknown. */
  readonly lists?: readonly ListOrder[] | undefined;
}

/**
 * A push needs these findings whatever the settings and the knowledge of the console. A document is checked in slices,
 * and a similar document only in the rules that differ.
 */
export class PushFindings {
  #checker: PolicyChecker | undefined;
  readonly #findings = new WeakMap<PolicyDocument, Promise<readonly Diagnostic[]>>();

  /** The errors refuse the push, one sentence each. */
  async errors(document: PolicyDocument): Promise<readonly string[]> {
    const errors = (await this.#of(document)).filter(({ severity }) => severity === 'error');
    return errors.map(({ message }) => message);
  }

  /**
   * A plan shows these warnings. They include findings of the order when `lists` is known. Warnings that
   * `severities` raises to errors are included, because settings refuse no push.
   */
  async warnings(document: PolicyDocument, options: WarningOptions = {}): Promise<readonly PolicyWarning[]> {
    const { severities = {}, lists = [] } = options;
    const isWarning = ({ code, severity }: Pick<Diagnostic, 'code' | 'severity'>): boolean => {
      const setting = Object.hasOwn(severities, code) ? severities[code] : undefined;
      return severity !== 'error' && ['warning', 'error'].includes(setting ?? severity);
    };
    const orders = await Promise.all(lists.map((list) => inSlices(orderSteps(list))));
    const own = (await this.#of(document)).filter(isWarning);
    const warnings = [
      ...own.map((diagnostic) => {
        const { array = '', index = -1, path = [] } = (diagnostic.data ?? {}) as DiagnosticData;
        const rule = document.array(array)?.rules[index];
        return {
          start: diagnostic.range.start,
          rule,
          identity: identityOf(rule, diagnostic.code, fieldName(document, rule, path)),
          diagnostic: () => diagnostic,
        };
      }),
      ...Array.from(orderFindings(document, orders))
        .filter(({ code }) => isWarning({ code, severity: defaultSeverity(code) }))
        .map(({ code, rule, collection, place }) => ({
          start: rule?.range.start ?? 0,
          rule,
          // The sentence also names the rules above, whose names and places may change.
          identity: identityOf(rule, code, collection),
          diagnostic: place,
        })),
    ];
    return warnings
      .sort((a, b) => a.start - b.start)
      .map(({ identity, rule, diagnostic }) => ({
        identity,
        text: (place) => {
          const { message, range } = diagnostic();
          if (place === 'rule') {
            return rule
              ? `${namesOf([{ index: rule.index, name: rule.facts.name ?? '' }])}: ${message}`
              : message;
          }
          const lines = new LineIndex(document.slice(0, range.start + 1));
          return `line ${lines.position(range.start).line + 1}: ${message}`;
        },
      }));
  }

  #of(document: PolicyDocument): Promise<readonly Diagnostic[]> {
    const findings = this.#findings.get(document) ?? this.#check(document);
    this.#findings.set(document, findings);
    return findings;
  }

  async #check(document: PolicyDocument): Promise<readonly Diagnostic[]> {
    this.#checker ??= new PolicyChecker();
    await this.#checker.prepare(document);
    return this.#checker.check(document);
  }
}

function* orderSteps(list: ListOrder): Generator<void, OrderOfList, void> {
  const { findings, notAnalyzed } = yield* new IncrementalOrder().updateSteps(list.rules);
  return { ...list, findings: shownFindings(list, findings), notAnalyzed };
}

/**
 * Returns the field of a finding, whose words may change. Places of list items differ between versions of a policy,
 * so the name has the keys of items, and of items without a key the value.
 */
function fieldName(document: PolicyDocument, rule: RuleView | undefined, path: NodePath): string {
  if (!rule) {
    return String(path[0]);
  }
  const root = rule.node();
  let form: Form | undefined = document.kind && ruleFormOf(document.kind);
  let isKeyed = true;
  const names = path.flatMap((step, at) => {
    if (typeof step === 'string') {
      form = form?.members?.get(step);
      return [step];
    }
    const key = form?.key === undefined ? undefined : nodeAtPath(root, [...path.slice(0, at + 1), form.key]);
    form = form?.items;
    isKeyed = key !== undefined;
    return key ? [writeJson(valueOfNode(key))] : [];
  });
  const node = isKeyed ? undefined : nodeAtPath(root, path);
  const isScalar = node && node.kind !== 'object' && node.kind !== 'array';
  return [...names, ...(isScalar ? [writeJson(valueOfNode(node))] : [])].join(' ');
}

function identityOf(rule: RuleView | undefined, code: string, about: string | undefined): string {
  return JSON.stringify([rule?.array, rule?.facts.name, code, about]);
}
