import { arrayAt, fromPlain, isJsonObject, stringAt } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { jsonAnswer, pageOf } from './http.ts';
import type { Answer, Call, Route } from './http.ts';
import type { SandboxState } from './sandboxState.ts';

const path = '/policies/firewall/app/agentless';

interface Deployment {
  readonly rule: JsonObject;
  readonly status: 'inProcess' | 'ready' | 'deletionInProgress' | 'deleted';
  readonly lastUpdate: string;
}

/** Routes for the state of agentless deployments and the resources of a VPC configuration. */
export function agentlessRoutes(state: SandboxState): readonly Route[] {
  /** Deployments by the id of their VPC configuration; undefined before the first read. */
  let deployments: ReadonlyMap<string, Deployment> | undefined;

  const rulesByConfig = (): ReadonlyMap<string, JsonObject> =>
    new Map(
      arrayAt(state.policies.get('waas/agentless'), 'rules')
        .filter(isJsonObject)
        .flatMap((rule) => {
          const config = configOf(rule);
          return config === undefined ? [] : [[config, rule] as const];
        }),
    );

  /** Deployments lag behind the policy: each read advances them by one step, except for the first read. */
  const readState = (): Answer => {
    const rules = rulesByConfig();
    const before = deployments ?? new Map<string, Deployment>();
    const next = new Map<string, Deployment>();
    for (const config of new Set([...before.keys(), ...rules.keys()])) {
      const old = before.get(config);
      const rule = rules.get(config) ?? old?.rule;
      const status = rules.has(config)
        ? !deployments || old?.status === 'inProcess' || old?.status === 'ready'
          ? 'ready'
          : 'inProcess'
        : old?.status === 'deletionInProgress'
          ? 'deleted'
          : 'deletionInProgress';
      if (rule && (rules.has(config) || old?.status !== 'deleted')) {
        const lastUpdate = status === old?.status ? old.lastUpdate : state.time();
        next.set(config, { rule, status, lastUpdate });
      }
    }
    deployments = next;
    return jsonAnswer(answerOf([...next]));
  };

  const resources = ({ query }: Call): Answer => {
    const config = query.get('configID') ?? '';
    const rows = ['mirror target', 'mirror filter', 'load balancer', 'observer'].map((type, index) =>
      fromPlain({ id: `${config}-${index + 1}`, name: `${type} of ${config}`, type }),
    );
    return pageOf(rulesByConfig().has(config) ? rows : [], query, true);
  };

  return [
    { method: 'GET', path: `${path}/state`, access: 'any', handle: readState },
    { method: 'GET', path: `${path}/resources`, access: 'any', handle: resources },
  ];
}

/** The id of the VPC configuration whose traffic a rule mirrors. */
function configOf(rule: JsonObject): string | undefined {
  const mirroring = rule.get('trafficMirroring');
  const vpc = isJsonObject(mirroring) ? mirroring.get('vpcConfig') : undefined;
  return isJsonObject(vpc) ? stringAt(vpc, 'configID') : undefined;
}

function answerOf(deployments: readonly (readonly [string, Deployment])[]): JsonValue {
  const states = deployments.map(([configID, { status, lastUpdate }]) =>
    fromPlain({ configID, status, lastUpdate, error: '' }),
  );
  const deleted = deployments.filter(([, { status }]) => status.startsWith('delet'));
  return new Map<string, JsonValue>(
    states.length === 0
      ? []
      : [
          ['states', states],
          ['deletedRules', deleted.map(([, { rule }]) => rule)],
        ],
  );
}
