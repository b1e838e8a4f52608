import type { AgentlessState, ConsoleResources, ResourceRows } from '../../consoles/resources.ts';
import { isPlain, plainList, textAt } from './plainMembers.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Deployments of agentless WAAS rules. */
export class AgentlessClient implements Readonly<ConsoleResources['agentless']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  async state(signal?: AbortSignal): Promise<AgentlessState> {
    const value = await this.#requests.read('waas.agentless.state', signal);
    const state = isPlain(value) ? value : {};
    return {
      states: plainList(state['states']).map((one) => ({
        configId: textAt(one, 'configID'),
        status: textAt(one, 'status'),
        lastUpdate: textAt(one, 'lastUpdate'),
        error: textAt(one, 'error'),
      })),
      deletedRules: plainList(state['deletedRules']).map((rule) => textAt(rule, 'name')),
    };
  }

  async *resources(configId: string, signal?: AbortSignal): AsyncGenerator<ResourceRows> {
    const keyOf = (row: unknown): string | undefined =>
      isPlain(row) ? textAt(row, 'id') || JSON.stringify(row) : undefined;
    const pages = this.#requests.pages('waas.agentless.resources', { configID: configId }, keyOf, signal);
    for await (const { rows, total } of pages) {
      yield {
        rows: rows.filter(isPlain).map((row) => ({
          name: textAt(row, 'name'),
          type: textAt(row, 'type'),
          id: textAt(row, 'id'),
          configuration: configId,
        })),
        ...(total === undefined ? {} : { total }),
      };
    }
  }
}
