import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { readApplications } from '../../../../src/core/posture/application.ts';
import { sspmParts, type SspmParts } from '../../sspm/sspmParts.ts';
import { endOf, type Story } from './story.ts';

type Given = (parts: SspmParts) => unknown;

/** Reads the applications, after `given`. */
function reads(what: string, shown: string, given: Given): Story {
  return {
    group: 'SaaS posture',
    what,
    ends: { shown },
    play: async (t) => {
      const parts = await sspmParts(t as TestContext);
      await given(parts);
      const { ends, sees } = await endOf(async () => {
        const { value, incompleteReason } = await parts.client.read({ kind: 'applications' });
        const count = `${readApplications(value).length} applications`;
        return {
          ends: { shown: count },
          sees: incompleteReason === undefined ? 'The list.' : `The list, and: ${incompleteReason}.`,
        };
      });
      assert.ok(parts.asked().length <= 25, 'pages are bounded');
      return {
        ends: typeof ends === 'object' && 'refused' in ends ? { shown: `\`${ends.refused}\`` } : ends,
        sees,
      };
    },
  };
}

const answers =
  (status: number, path: string | RegExp = /\/apps$/): Given =>
  ({ sandbox }) =>
    sandbox.faults.next({ path, count: 9 }, { kind: 'status', status, when: 'before' });

const many = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => ({ app_id: `app-${index}`, name: `Application ${index}` }));

export const sspmStories: readonly Story[] = [
  reads('pages in a wrapper nobody described', '60 applications', ({ sandbox }) => {
    sandbox.posture.shape = 'wrapped';
  }),
  reads('a text where an array is declared', '60 applications', ({ sandbox }) => {
    sandbox.posture.shape = 'text';
  }),
  reads('a word where an array is declared', '0 applications', ({ sandbox }) => {
    sandbox.posture.shape = 'word';
  }),
  reads('500 for an unlicensed tenant', '`not-provisioned`', answers(500)),
  reads('404 for an unlicensed tenant', '`not-provisioned`', answers(404)),
  reads('424 for an unlicensed tenant', '`not-provisioned`', answers(424)),
  reads('403 on another branch', '60 applications', answers(403, '/scopes')),
  reads('403 on this branch', '`forbidden`', answers(403)),
  reads('ten thousand applications', '10000 applications', ({ sandbox }) => {
    sandbox.state.posture.applications = many(10_000);
    sandbox.state.posture.pageSize = 1000;
  }),
  reads('a page token that repeats for ever', '25 applications', ({ sandbox }) => {
    sandbox.posture.paging = 'repeating';
  }),
  reads('new page tokens for ever', '10000 applications', ({ sandbox }) => {
    sandbox.posture.paging = 'endless';
    sandbox.state.posture.applications = many(500);
    sandbox.state.posture.pageSize = 500;
  }),
  reads('a bearer that expired, renewed', '60 applications', async ({ client, sandbox }) => {
    await client.read({ kind: 'catalog' });
    sandbox.expireTokens();
    sandbox.requests.clear();
  }),
  reads('a pasted bearer that expired', '`unauthorized`', (parts) => {
    parts.credential = { kind: 'token', token: 'a-token-of-yesterday' };
  }),
  {
    group: 'SaaS posture',
    what: 'an id that has to be encoded',
    ends: { shown: 'its configuration' },
    play: async (t) => {
      const { client, sandbox, asked } = await sspmParts(t as TestContext);
      const id = '../a b/ü?#%2f';
      sandbox.state.posture.applications.push({ app_id: id, name: 'Odd' });
      sandbox.state.posture.configs.set(id, []);
      const end = await endOf(async () => {
        await client.read({ kind: 'configuration', app: id });
        return { ends: { shown: 'its configuration' }, sees: 'The list.' };
      });
      assert.ok(asked().every((path) => path.includes(`/${encodeURIComponent(id)}`)));
      return end;
    },
  },
];
