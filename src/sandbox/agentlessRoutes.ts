import { arrayAt, fromPlain, isJsonObject, stringAt } from '../core/json/json.ts';
import type { JsonObject, JsonValue } from '../core/json/json.ts';
import { jsonAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { pageOf } from './pageOf.ts';
import type { Call, Route } from './route.ts';
import type { SandboxState } from './sandboxState.ts';

const path = '/policies/firewall/app/agentless';

interface Deployment {
  rule: JsonObject;
  status: 'inProcess' | 'ready' | 'deletionInProgress' | 'deleted';
  lastUpdate: string;
}

/** The id of the VPC configuration whose traffic a rule mirrors. */
function configOf(rule: JsonObject): string | undefined {
  const mirroring = rule.get('trafficMirroring');
  const vpc = isJsonObject(mirroring) ? mirroring.get('vpcConfig') : undefined;
  return isJsonObject(vpc) ? stringAt(vpc, 'configID') : undefined;
}

/** Deployments lag behind the policy: each read of the state advances them by one step. */
class Deployments {
  readonly #byConfig = new Map<string, Deployment>();

  /** `current`: rules by configuration. Rules of the first read are already deployed. */
  step(current: ReadonlyMap<string, JsonObject>, lastUpdate: string): void {
    const isFirstRead = this.#byConfig.size === 0;
    for (const [config, deployment] of this.#byConfig) {
      const isRemoved = !current.has(config);
      const next = isRemoved
        ? deployment.status === 'deletionInProgress'
          ? 'deleted'
          : 'deletionInProgress'
        : deployment.status === 'inProcess'
          ? 'ready'
          : deployment.status;
      if (deployment.status === 'deleted') {
        this.#byConfig.delete(config);
      } else if (next !== deployment.status) {
        this.#byConfig.set(config, { ...deployment, status: next, lastUpdate });
      }
    }
    for (const [config, rule] of current) {
      const deployment = this.#byConfig.get(config);
      if (deployment) {
        deployment.rule = rule;
      } else {
        this.#byConfig.set(config, { rule, status: isFirstRead ? 'ready' : 'inProcess', lastUpdate });
      }
    }
  }

  answer(): JsonValue {
    if (this.#byConfig.size === 0) {
      return new Map();
    }
    const deployments = [...this.#byConfig];
    return new Map<string, JsonValue>([
      [
        'states',
        deployments.map(([configID, { status, lastUpdate }]) =>
          fromPlain({ configID, status, lastUpdate, error: '' }),
        ),
      ],
      [
        'deletedRules',
        deployments.filter(([, { status }]) => status.startsWith('delet')).map(([, { rule }]) => rule),
      ],
    ]);
  }
}

/** Routes for the state of agentless deployments and the resources of a VPC configuration. */
export function agentlessRoutes(state: SandboxState, now: () => number): Route[] {
  const deployments = new Deployments();

  const current = (): Map<string, JsonObject> =>
    new Map(
      arrayAt(state.policies.get('waas/agentless'), 'rules').flatMap((rule) => {
        const config = isJsonObject(rule) ? configOf(rule) : undefined;
        return config !== undefined && isJsonObject(rule) ? [[config, rule] as const] : [];
      }),
    );

  const stateOf = (): Answer => {
    deployments.step(current(), new Date(now()).toISOString());
    return jsonAnswer(deployments.answer());
  };

  const resources = (call: Call): Answer => {
    const config = call.query.get('configID') ?? '';
    const isUsed = current().has(config);
    const rows = ['mirror target', 'mirror filter', 'load balancer', 'observer'].map((type, index) =>
      fromPlain({ id: `${config}-${index + 1}`, name: `${type} of ${config}`, type }),
    );
    return pageOf(isUsed ? rows : [], call.query, true);
  };

  return [
    { method: 'GET', path: `${path}/state`, access: 'any', handle: stateOf },
    { method: 'GET', path: `${path}/resources`, access: 'any', handle: resources },
  ];
}
