import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ConsoleClient } from '../../../src/core/console/consoleClient.ts';
import { readPolicyText } from '../../../src/core/document/reading/readPolicy.ts';
import { writePolicyText } from '../../../src/core/document/updatedText.ts';
import { canonicalHash } from '../../../src/core/policy/canonical.ts';
import type { PolicyKind } from '../../../src/core/policy/families.ts';
import { arrayAt, type JsonObject } from '../../../src/core/json/json.ts';
import { writeJson } from '../../../src/core/json/writeJson.ts';
import { pulledForm } from '../../../src/core/policy/pulledForm.ts';
import { TestConsole } from '../../sandbox/testConsole.ts';
import { readLive, type LiveDocument } from '../../../src/core/sync/readLive.ts';
import { policyValue } from '../../../src/core/sync/workingCopy.ts';
import { clientOf, replaceLive } from '../../unit/console/clientOf.ts';
import { afterwards } from '../../afterwards.ts';

/** Round trips of whole policies through one sandbox console, over HTTP. */
export class RoundTrips {
  readonly #sandbox: TestConsole;
  readonly #client: ConsoleClient;

  private constructor(sandbox: TestConsole, client: ConsoleClient) {
    this.#sandbox = sandbox;
    this.#client = client;
  }

  static async start(t: Pick<TestContext, 'after'>): Promise<RoundTrips> {
    const sandbox = await TestConsole.start();
    afterwards(t, () => sandbox.close());
    const { client, keys } = clientOf(t as TestContext, sandbox.url);
    keys.set(sandbox.url, sandbox.accessKey);
    return new RoundTrips(sandbox, client);
  }

  /**
   * Live is pulled into a file of either spelling and pushed back as the file says it: the console fills everything in anew,
   * and neither file nor live differs from what was pulled. The same rules in another order do.
   */
  async make(kind: PolicyKind, rules: readonly JsonObject[]): Promise<void> {
    const array = kind.arrays[0]?.key ?? 'rules';
    this.#sandbox.state.policies.replace(kind.name, new Map([[array, rules]]), 'somebody else');
    const pulled = await this.#read(kind);
    const value = pulledForm(kind, pulled.document);
    for (const spelling of ['yaml', 'json'] as const) {
      const text = writePolicyText(value, spelling);
      const copy = readPolicyText(text, spelling, kind);
      const read = await policyValue(kind, copy);
      assert.equal(canonicalHash(kind, read), pulled.hash, `${kind.name} in ${spelling}`);
    }
    await replaceLive(this.#client, kind, writeJson(value));
    assert.equal((await this.#read(kind)).hash, pulled.hash, kind.name);
    const sent = arrayAt(value, array);
    const turned = new Map([...value, [array, sent.toReversed()]]);
    await replaceLive(this.#client, kind, writeJson(turned));
    const isSame = (await this.#read(kind)).hash === pulled.hash;
    assert.equal(isSame, canonicalHash(kind, turned) === pulled.hash, kind.name);
    assert.equal(isSame, sent.length < 2, `${kind.name}: order`);
  }

  async #read(kind: PolicyKind): Promise<LiveDocument> {
    return readLive(kind, (await this.#client.policies.readPolicy(kind)).text);
  }
}
