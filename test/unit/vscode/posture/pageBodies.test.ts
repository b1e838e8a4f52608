import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandIds } from '../../../../src/generated/manifest.ts';
import { internalCommandIds } from '../../../../src/vscode/platform/commandIds.ts';
import { fromPlain } from '../../../../src/core/json/json.ts';
import { compareSnapshots } from '../../../../src/core/posture/compareSnapshots.ts';
import { readSettings } from '../../../../src/core/posture/setting.ts';
import { SnapshotReader } from '../../../../src/core/posture/snapshot.ts';
import {
  applicationPage,
  overviewPage,
  comparisonPage,
} from '../../../../src/vscode/posture/pages/pageBodies.ts';
import { useEditor } from '../../../mocks/vscode.ts';

const ownScript = '<script nonce="n0nce" src="page.js">';
const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'\u202e\u001b\u2069`;
const application = { id: hostile, name: hostile, type: hostile, missingConfigs: [hostile], raw: new Map() };
const answer = ['FAILED', 'PASSED', 'FAILED'].map((status, index) => ({
  id: `${hostile}${index}`,
  name: hostile,
  category: hostile,
  status,
  severity: index === 2 ? 'critical' : 'low',
  current_value: hostile,
  recommended_value: hostile,
  remediation_steps: hostile,
  common_control_id: hostile,
  tickets: [{ ticketKey: hostile }],
}));
const settings = readSettings(fromPlain(answer));
const reader = new SnapshotReader();
const before = {
  console: hostile,
  takenAt: '2026-01-01T00:00:00.000Z',
  applications: [reader.read(application, fromPlain(answer))],
};
const after = { ...before, applications: [reader.read(application, fromPlain(answer.slice(1)))] };
const pages = {
  application: applicationPage({ sourceId: 's', console: 'c', application, settings, readAt: 0 }),
  overview: overviewPage('s', before),
  comparison: comparisonPage([hostile], before, after, compareSnapshots(before, after)),
};

useEditor({});
const { pageFrame } = await import('../../../../src/vscode/table/pageChannel.ts');

for (const [name, body] of Object.entries(pages)) {
  const text = pageFrame({
    language: 'en',
    nonce: 'n0nce',
    name: [hostile],
    texts: { [hostile]: hostile },
    body,
    source: 'vscode-resource:',
    style: 'page.css',
    script: 'page.js',
  });

  test(`the ${name} page holds nothing of the service as markup, and no script but its own`, () => {
    const tags = [...text.matchAll(/<[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag !== ownScript)
      // What stands between quotes is a value: nothing in it ends the quotes.
      .map((tag) => tag.replaceAll(/(title|data-name|data-texts)="[^"]*"/g, '$1'));
    assert.doesNotMatch(tags.join('\n'), /<script|<img|<iframe|\son\w+=|javascript:|style="/i);
    assert.match(text, /default-src 'none'|default-src &#39;none&#39;/);
    assert.doesNotMatch(text, /https?:\/\//, 'nothing comes from elsewhere');
    const unseen = /\p{Cc}|\p{Cf}/u;
    assert.doesNotMatch(text.replaceAll('\n', ''), unseen, 'nothing hidden turns or ends anything');
  });

  test(`links of the ${name} page run commands that exist and that the page may run`, () => {
    const links = [...body.text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    assert.ok(links.length > 0);
    for (const href of links) {
      const [, command = '', args = ''] = /^command:([\w.]+)\?(.*)$/.exec(href) ?? [];
      assert.ok((body.commands as readonly string[]).includes(command), href);
      assert.ok(Array.isArray(JSON.parse(decodeURIComponent(args.replaceAll('&#39;', "'")))));
    }
  });
}

test('a page may run the commands of its links, all of which exist, and no other', () => {
  for (const { text, commands } of Object.values(pages)) {
    for (const command of commands) {
      assert.ok([...commandIds, ...internalCommandIds].includes(command), command);
      assert.ok(text.includes(`command:${command}?`), command);
    }
  }
});

test('bars are not read aloud, and their numbers are beside them', () => {
  for (const body of [pages.application, pages.overview]) {
    const bars = [...body.text.matchAll(/<svg[^>]*>/g)].map(([bar]) => bar);
    assert.ok(bars.length > 0 && bars.every((bar) => bar.includes('aria-hidden="true"')));
    assert.match(body.text, /<\/svg><\/td>\s*<td class="number">2<\/td><td class="number">1<\/td>/);
  }
});

test('what failed comes worst first', () => {
  const order = [...pages.application.text.matchAll(/<span class="badge \w+">\s*(\w+)/g)].map(
    ([, word]) => word,
  );
  assert.deepEqual(order, ['critical', 'low']);
});

test('the numbers of a page add up: nothing is left out of its totals', () => {
  const odd = fromPlain([
    { id: '1', status: 'PASSED' },
    { id: '2', status: 'in review' },
  ]);
  const unread = reader.unread({ ...application, id: 'b' }, 'forbidden');
  const tenant = { ...before, applications: [reader.read(application, odd), unread] };
  const { text } = overviewPage('s', tenant);
  assert.match(text, /0 of 2 settings failed, 1 passed, 0 not monitored, 1 unknown\./);
  assert.match(text, /Not counted: the settings of 1 application, which could not be read\./);
  assert.match(text, /<td>forbidden<\/td>\s*<td>\s*<\/td>\s*(?:<td class="number">–<\/td>\s*){4}/);
});

test('applications and settings are ranked by severity, then by count', () => {
  const setting = (severity: string, at: number) => ({
    id: `${severity}${at}`,
    name: `${severity} ${at}`,
    status: 'FAILED',
    severity,
  });
  const app = (id: string, rows: readonly object[]) =>
    reader.read({ ...application, id, name: id }, fromPlain(rows));
  const many = Array.from({ length: 9 }, (_, at) => setting('medium', at));
  const tenant = {
    ...before,
    applications: [app('many', many), app('few', [setting('critical', 1), many[0]!])],
  };
  const { text } = overviewPage('s', tenant);
  const names = [...text.matchAll(/<th scope="row">\s*(?:<a [^>]*>)?([\w ]+)/g)].map(([, name = '']) =>
    name.trim(),
  );
  assert.ok(names.indexOf('critical 1') < names.indexOf('medium 0'));
  assert.ok(names.indexOf('few') < names.indexOf('many'));
});

test('a link says what it does on hover, not the address of its command', () => {
  for (const body of Object.values(pages)) {
    assert.doesNotMatch(body.text, /<a href="[^"]*">/);
  }
});
