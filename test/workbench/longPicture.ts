import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeSampleWorkspace } from '../../scripts/lib/sample.ts';
import { stringAt } from '../../src/core/json/json.ts';
import type { Step } from './mainJob.ts';
import { PicturePage } from './pages/picturePage.ts';
import { webview } from './posture.ts';
import type { Session, SessionOptions } from './session.ts';
import { until } from './until.ts';
import { sampleState } from '../../src/sandbox/sandboxState.ts';

const title = 'Order of vulnerability/ci-images (sandbox)';

/** One for each of so many collections: more than a window is wide. */
const collections = sampleState(() => 0)
  .collections.all()
  .filter((one) => stringAt(one, 'description')?.startsWith('Images of the service '))
  .map((one) => stringAt(one, 'name') ?? '')
  .slice(0, 80);
const last = collections.at(-1) ?? '';

/** A workspace with one policy: each rule is of a collection of its own, but for one that names the last one once more, and one of everything. */
export const longPictureSession: SessionOptions = {
  async fill(folder, url) {
    await writeSampleWorkspace(folder, url);
    const place = join(folder, 'policies/sandbox/vulnerability');
    await mkdir(place, { recursive: true });
    const rule = (name: string, named: readonly string[]): string =>
      `  - name: ${name}\n    collections:\n${named.map((one) => `      - name: ${one}\n`).join('')}`;
    await writeFile(
      join(place, 'ci-images.policy.yaml'),
      `policyType: ciImagesVulnerability\nrules:\n${collections.map((one) => rule(`of ${one}`, [one])).join('')}${rule('once more', [last])}${rule('everything', ['All'])}`,
    );
  },
};

const open = ({ page }: Session): PicturePage => new PicturePage(page, title);

export const longPictureSteps: readonly Step[] = [
  {
    name: 'has all collections, and As Text says of each rule all that the picture does',
    async run(session, picture) {
      const { workbench } = session;
      await workbench.showContainer('Ordinance');
      await until(
        'a console that is signed in',
        async () => !/signed out/.test(await workbench.policies.describe('sandbox')),
      );
      await workbench.choose('Ordinance: Show Rule Order Map', 'vulnerability/ci-images');
      const shown = open(session);
      await until('the collections of the console', async () =>
        /Collections: from the console/.test(await shown.notes.innerText()),
      );
      await until('the focus', () => shown.hasFocus());
      assert.equal(await shown.grid.getAttribute('aria-colcount'), String(collections.length + 2));
      await shown.press('Control+ArrowDown', 'ArrowUp', 'ArrowUp');
      await until('its sentence', async () =>
        /"once more" has position 81/.test(await shown.about.innerText()),
      );
      await shown.button('As Text').press('Enter');
      const table = webview(session.page);
      const texts = async (rule: string): Promise<string[]> => {
        await table.getByRole('searchbox', { name: 'Filter rows' }).fill(`rule:"${rule}"`);
        return table.getByRole('gridcell').allInnerTexts();
      };
      await until('its own collection', async () => (await texts('once more'))[3] === `${last}, All`);
      await until('the rule before', async () =>
        isDeepStrictEqual(await texts(`of ${last}`), ['80', `of ${last}`, `${last}, All (part)`, '', '', '']),
      );
      await picture?.('long-as-text');
      await workbench.editors.tab(title).click();
      await until('the focus', () => shown.hasFocus());
    },
  },
  {
    name: 'has a mark of the rule in sight that is gone to',
    async run(session, picture) {
      const shown = open(session);
      await shown.grid.focus();
      await until('what was active', async () =>
        isDeepStrictEqual(await shown.seen('once more'), [last, 'All']),
      );
      await shown.press('Control+Home');
      await until(
        'the first one',
        async () => (await shown.seen(`of ${collections[0]}`))[0] === collections[0],
      );
      await shown.press('Control+ArrowDown', 'ArrowUp', 'ArrowUp');
      await until('the last one', async () =>
        isDeepStrictEqual(await shown.seen('once more'), [last, 'All']),
      );
      await until('its sentence', async () =>
        /"once more" has position 81/.test(await shown.about.innerText()),
      );
      await picture?.('long-gone-to');
    },
  },
  {
    name: 'has the keyboard again in the grid, when the palette was left',
    async run(session) {
      const { quickInput } = session.workbench;
      const shown = open(session);
      await shown.press('Control+Home');
      // Once: the palette gives the focus to itself when its key is pressed again.
      await shown.press('F1');
      await until('the palette', () => quickInput.hasKeyboard());
      await shown.press('Escape');
      await quickInput.closed();
      await until('the focus', () => shown.hasFocus());
      await shown.press('ArrowDown');
      await until('the next rule', async () => /position 2:/.test(await shown.about.innerText()));
    },
  },
  {
    name: 'filtered by rules leaves out the collections in which they have no mark, says so, and speaks of what is left',
    async run(session, picture) {
      const shown = open(session);
      await shown.press('Control+Home', '/');
      await until('the first one', async () => /position 1:/.test(await shown.about.innerText()));
      await shown.rules.and(shown.focused).waitFor();
      await session.page.keyboard.type(last);
      await until('the collections', async () => (await shown.grid.getAttribute('aria-colcount')) === '3');
      assert.deepEqual(await shown.drawn(), [`of ${last}`]);
      assert.deepEqual(await shown.seen(`of ${last}`), [last, 'All']);
      await until('how many', async () =>
        /^1 of 82 rules, 2 of 81 collections\. .*hidden/.test(await shown.spoken.innerText()),
      );
      await until('its sentence', async () => /position 80:/.test(await shown.about.innerText()));
      await picture?.('long-filtered');
      await shown.rules.fill('no such rule');
      await until('no sentence', async () => (await shown.about.innerText()) === '');
      await shown.rules.fill('once');
      await until('the other', async () => /"once more" has position 81/.test(await shown.about.innerText()));
      await shown.press('ArrowDown');
      await until('the focus', () => shown.hasFocus());
    },
  },
  {
    // Not right after another palette: the editor may give the focus to the page a second time, and the open one then closes.
    name: 'has the keyboard again in the filter, when the palette was left',
    async run(session) {
      const { quickInput } = session.workbench;
      const shown = open(session);
      await shown.press('/');
      await shown.rules.and(shown.focused).waitFor();
      await shown.press('F1');
      await until('the palette', () => quickInput.hasKeyboard());
      await shown.press('Escape');
      await quickInput.closed();
      await shown.rules.and(shown.focused).waitFor();
    },
  },
];
