import { PolicyChecker } from '../../src/core/assist/findings/policyChecker.ts';
import type { PolicyDocument } from '../../src/core/document/policyDocument.ts';
import { readPolicySteps } from '../../src/core/document/reading/readPolicy.ts';
import { rereadPolicy } from '../../src/core/document/reading/rereadPolicy.ts';
import { inSlices } from '../../src/core/util/inSlices.ts';
import { policyKind } from '../../src/core/policy/families.ts';
import type { Engine, EngineFactory } from '../engine.ts';

/** Ordinance's own engine, with all its checks on: schema, lint rules and rules across the document. */
export const ordinance: EngineFactory = async (spelling) => {
  const kind = policyKind('vulnerability/images');
  const checker = new PolicyChecker({});
  let document: PolicyDocument | undefined;
  let longest = 0;
  const engine: Engine = {
    async open(text) {
      let since = performance.now();
      longest = 0;
      const pause = async (): Promise<void> => {
        longest = Math.max(longest, performance.now() - since);
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
      };
      document = await inSlices(readPolicySteps(text, spelling, kind), undefined, pause);
      await checker.prepare(document, pause);
      const found = checker.check(document);
      longest = Math.max(longest, performance.now() - since);
      return found.length;
    },
    async edit(start, end, text) {
      document = document && rereadPolicy(document, [{ start, end, text }]);
      return document ? checker.check(document).length : 0;
    },
    rules: () => document?.array('rules')?.rules.length ?? 0,
    longestBlock: () => longest,
  };
  return engine;
};
