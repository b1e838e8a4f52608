import assert from 'node:assert/strict';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Step } from './mainJob.ts';
import { Tree } from './pages/tree.ts';
import type { Session } from './session.ts';
import { until, untilSeen } from './until.ts';

/** Rows of the view. */
function rows(page: Page): Locator {
  return page
    .locator('.pane', { has: page.locator('.pane-header[aria-label^="SaaS Posture"]') })
    .locator('.monaco-list-rows .monaco-list-row');
}

/** Opens or closes a view of the container. */
async function show(page: Page, view: string, isOpen: boolean): Promise<void> {
  const header = page.locator(`.pane-header[aria-label^="${view}"]`);
  const wanted = header.and(page.locator(`[aria-expanded="${isOpen}"]`));
  await untilSeen(view, async () => ((await wanted.isVisible()) ? undefined : header.click()), wanted);
}

/** What the row with the keyboard says to a screen reader. */
async function focused(page: Page): Promise<string> {
  const row = rows(page).and(page.locator('.focused'));
  return (await row.count()) === 0 ? '' : ((await row.first().getAttribute('aria-label')) ?? '');
}

/** Presses a key until the focused row says this; fails when it does not come. */
async function pressUntil(page: Page, key: string, says: RegExp, most = 80): Promise<string> {
  const seen: string[] = [];
  for (let count = 0; count < most; count++) {
    const label = await focused(page);
    seen.push(label);
    if (says.test(label)) {
      return label;
    }
    await page.keyboard.press(key);
    await page.waitForTimeout(30);
  }
  throw new Error(`no row says ${says}; seen: ${seen.slice(-12).join(' | ')}`);
}

/** Opens the focused row with the arrow key and waits for what lies below it. */
async function open(page: Page): Promise<void> {
  const row = rows(page).and(page.locator('.focused')).first();
  const index = Number(await row.getAttribute('data-index'));
  const level = Number(await row.getAttribute('aria-level'));
  const closed = rows(page).and(page.locator(`[data-index="${index}"][aria-expanded="false"]`));
  await untilSeen(
    'rows below',
    // In a row that is open the key goes on to the next.
    async () => ((await closed.isVisible()) ? page.keyboard.press('ArrowRight') : undefined),
    rows(page).and(page.locator(`[data-index="${index + 1}"][aria-level="${level + 1}"]`)),
  );
}

/** The page in the webview in front. */
export function webview(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready >> visible=true').last().frameLocator('iframe#active-frame');
}

/** An application with a ticket on a failed setting of the sandbox. */
function example({ sandbox }: Session) {
  const { posture } = sandbox.state;
  for (const application of posture.applications) {
    const settings = posture.configs.get(String(application['app_id'])) ?? [];
    const setting = settings.find(({ tickets }) => Array.isArray(tickets) && tickets.length > 0);
    if (setting) {
      const [ticket] = setting['tickets'] as { ticketKey: string }[];
      return {
        application: String(application['name']),
        category: String(setting['category']),
        setting: String(setting['name']),
        control: String(setting['common_control_id']),
        ticket: ticket?.ticketKey ?? '',
      };
    }
  }
  throw new Error('no ticket in the sandbox');
}

const exact = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The SaaS posture, walked by keyboard, and its pages. */
export const postureSteps: readonly Step[] = [
  {
    name: 'shows its four branches and asks the service for nothing',
    async run({ workbench, page, sandbox }) {
      await workbench.showContainer('Ordinance');
      await show(page, 'Policies', false);
      await show(page, 'SaaS Posture', true);
      const tree = new Tree(page, 'SaaS Posture');
      for (const label of ['Applications', 'Catalog', 'Controls', 'Integrations']) {
        await tree.row(label);
      }
      assert.deepEqual(sandbox.requests.of('GET', '/sspm'), []);
    },
  },
  {
    name: 'leads from an application to a control and a ticket by keyboard, and asks for each level once',
    async run(session, picture) {
      const { page, sandbox } = session;
      const { application, category, setting, control, ticket } = example(session);
      const asked = (): number => sandbox.requests.of('GET', '/sspm').length;
      await new Tree(page, 'SaaS Posture').focus();
      await page.keyboard.press('Home');
      await pressUntil(page, 'ArrowDown', /^Applications/);
      await open(page);
      await until('the pages of applications', () => asked() === 3);
      await pressUntil(page, 'ArrowDown', new RegExp(`^Application ${exact(application)},`));
      await open(page);
      await pressUntil(page, 'ArrowDown', /^Configuration/);
      await open(page);
      await until('the settings, and their definitions for the severities', () => asked() === 5);
      await pressUntil(page, 'ArrowDown', new RegExp(`^${exact(category)},.* failed`));
      await open(page);
      const label = await pressUntil(page, 'ArrowDown', new RegExp(`^${exact(setting)},`));
      assert.match(label, /failed/, 'the outcome is said, not only drawn');
      assert.match(label, /critical|high|medium|low/, 'the severity is known without an overview');
      await open(page);
      assert.equal(asked(), 5);
      await pressUntil(page, 'ArrowDown', new RegExp(`^Control ${exact(control)}`));
      await open(page);
      await until('the control', () => asked() === 6);
      await page.keyboard.press('ArrowDown');
      await until('the profiles', async () => /compliance profile/.test(await focused(page)));
      await open(page);
      await pressUntil(page, 'ArrowDown', new RegExp(`^Ticket ${exact(ticket)}`));
      await open(page);
      await until('the issue', () => asked() === 7);
      await pressUntil(page, 'ArrowDown', /^status, /, 10);
      await picture('posture');
    },
  },
  {
    name: 'keeps a failure on its branch, and Retry reads it again',
    async run({ page, sandbox }) {
      const tree = new Tree(page, 'SaaS Posture');
      sandbox.faults.next({ path: '/catalog/apps' }, { kind: 'status', status: 403, when: 'before' });
      await tree.expand('Catalog');
      const problem = await tree.describe(/does not permit/);
      assert.match(problem, /^Problem: .*administrator/);
      await tree.action(/does not permit/, 'Refresh Posture');
      await tree.row('Acorn Mail');
      await tree.collapse('Catalog');
    },
  },
  {
    name: 'shows the page of an application with bars that have their numbers beside them',
    async run(session, picture) {
      const { page } = session;
      const { application, setting } = example(session);
      const tree = new Tree(page, 'SaaS Posture');
      await tree.action(application, 'Show Application Overview');
      const frame = webview(page);
      await frame.getByRole('heading', { level: 1, name: application }).waitFor();
      const counts = frame.getByRole('table').first();
      await counts.getByRole('columnheader', { name: 'Category' }).waitFor();
      assert.match((await counts.getByRole('row').nth(1).textContent()) ?? '', /\d/);
      await frame.getByText(setting, { exact: true }).first().click();
      await frame.locator('details[open]').getByText('Recommended value').waitFor();
      await picture('posture-application');
      // Reading again is no reason to lose one's place.
      await frame.locator('main').evaluate((main) => main.setAttribute('data-before', ''));
      await frame.getByRole('link', { name: 'Refresh', exact: true }).click();
      await frame.locator('main:not([data-before])').waitFor();
      await frame.locator('details[open]').getByText('Recommended value').waitFor();
    },
  },
  {
    name: 'shows the posture of all applications',
    async run({ workbench, page }, picture) {
      await new Tree(page, 'SaaS Posture').action('sandbox', 'Show Posture Overview');
      const frame = webview(page);
      await frame.getByRole('heading', { name: 'Posture of sandbox' }).waitFor();
      await frame.getByText(/60 applications/).waitFor();
      await picture('posture-overview');
      // A link is a command: the page of the application comes.
      const first = frame.locator('tbody th a').first();
      const name = (await first.textContent()) ?? '';
      await untilSeen(
        'the page of the application',
        // Gone once that page is in front.
        () => first.press('Enter', { timeout: 5000 }).catch(() => undefined),
        workbench.editors.tab(name),
      );
      // A page that arrives takes the keyboard.
      await webview(page).getByRole('heading', { level: 1, name }).waitFor();
      await new Tree(page, 'SaaS Posture').focus();
    },
  },
  {
    name: 'compares a snapshot with now',
    async run({ workbench, page, sandbox }, picture) {
      const tree = new Tree(page, 'SaaS Posture');
      await tree.menu('sandbox', 'Save Posture Snapshot');
      await workbench.notifications.says(/Saved posture\/sandbox/);
      for (const rows of sandbox.state.posture.configs.values()) {
        const [first] = rows.filter(({ status }) => status === 'FAILED');
        if (first) {
          first['status'] = 'PASSED';
          first['current_value'] = first['recommended_value'];
        }
      }
      await tree.menu('sandbox', 'Compare Posture Snapshots…');
      await workbench.quickInput.pick(/\b20\d\d\b/);
      await workbench.quickInput.pick('Now');
      const frame = webview(page);
      await frame.getByRole('heading', { name: /Changes of the posture/ }).waitFor();
      await frame.getByRole('heading', { name: /^Better \(\d+\)/ }).waitFor();
      assert.equal(await frame.getByRole('heading', { name: /^Worse/ }).count(), 0);
      const alignments = await frame.locator('th, td').evaluateAll((cells) =>
        cells.map((cell) => {
          const { textAlign } = cell.ownerDocument.defaultView.getComputedStyle(cell);
          return `${cell.classList.contains('number') ? 'number' : 'text'} ${textAlign}`;
        }),
      );
      assert.deepEqual(new Set(alignments), new Set(['text left', 'number right']));
      await picture('posture-comparison');
    },
  },
  {
    name: 'brings its pages back after the window was reloaded, and reads a whole tenant only when asked to',
    async run(session) {
      const { page, workbench, sandbox } = session;
      const { application, setting } = example(session);
      await workbench.editors.tab(application).click();
      await webview(page).locator('details[open]').first().waitFor();
      const asked = sandbox.requests.of('GET', '/sspm').length;
      await workbench.reload();
      const again = (): FrameLocator =>
        page.frameLocator('iframe.webview.ready >> visible=true').frameLocator('#active-frame');
      await again().getByRole('heading', { level: 1, name: application }).waitFor();
      await again().locator('details[open]').getByText('Recommended value').waitFor();
      assert.ok((await again().locator('details[open] summary').first().textContent())?.includes(setting));
      const read = sandbox.requests.of('GET', '/sspm').length;
      assert.ok(read > asked);
      await workbench.editors.tab('Posture of sandbox').click();
      await again().getByRole('link', { name: 'Read Again' }).waitFor();
      assert.equal(sandbox.requests.of('GET', '/sspm').length, read);
    },
  },
  {
    name: 'marks pages that stay open after signing out',
    async run({ page }) {
      await new Tree(page, 'SaaS Posture').menu('sandbox', 'Sign Out of the SSPM Service');
      const frame = page.frameLocator('iframe.webview.ready >> visible=true').frameLocator('#active-frame');
      await frame.getByText(/You are signed out of the SSPM service of sandbox/).waitFor();
    },
  },
];
