import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/jsonText.ts';
import type { ConsoleResources } from '../../consoles/resources.ts';
import { ExpectedError } from '../../util/errors.ts';
import type { ResourceRequests } from './resourceRequests.ts';

/** Service descriptions, read by the console. */
export class ApiSpecificationClient implements Readonly<ConsoleResources['apiSpecification']> {
  readonly #requests: ResourceRequests;

  constructor(requests: ResourceRequests) {
    this.#requests = requests;
  }

  async resolve(text: string, signal?: AbortSignal): Promise<JsonObject> {
    const value = parseJson(await this.#requests.text('waas.apispec.resolve', signal, text));
    if (!isJsonObject(value)) {
      throw new ExpectedError('not-json', 'The console did not answer with an API specification.');
    }
    return value;
  }
}
