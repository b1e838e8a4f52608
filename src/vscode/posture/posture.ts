import { l10n } from 'vscode';
import type { DisposableStore } from '../../core/util/disposable.ts';
import type { Event } from '../../core/util/emitter.ts';
import { withProgress } from '../platform/progress.ts';
import { treeView } from '../platform/treeView.ts';
import type { FeatureServices } from '../featureServices.ts';
import { VirtualTexts } from '../workspace/virtualTexts.ts';
import { PosturePages } from './pages/posturePages.ts';
import { PostureClients } from './postureClients.ts';
import { PostureLinks } from './postureLinks.ts';
import { PostureReadings } from './postureReadings.ts';
import { PostureSources, type PostureSource } from './postureSources.ts';
import { PostureTree } from './postureTree.ts';

export type PostureServices = Pick<
  FeatureServices,
  | 'commands'
  | 'consoles'
  | 'connections'
  | 'secrets'
  | 'settings'
  | 'memory'
  | 'contextKeys'
  | 'tables'
  | 'programs'
  | 'redaction'
  | 'log'
  | 'report'
  | 'extensionUri'
>;

const viewId = 'ordinance.posture';

/** The scheme of read-only documents about a service. */
export const postureScheme = 'ordinance-posture';

/** The services of the SaaS posture view that its commands use. */
export type Posture = ReturnType<typeof makePosture>;

export function makePosture(services: PostureServices, store: DisposableStore) {
  const { consoles, contextKeys, memory, report, extensionUri, secrets, tables } = services;
  const sources = store.add(new PostureSources(services));
  const clients = store.add(new PostureClients({ ...services, sources }));
  const readings = store.add(new PostureReadings((id) => clients.of(id), report));
  const links = store.add(new PostureLinks(memory, readings));
  const tree = store.add(new PostureTree({ sources, readings, links }));
  store.addAll(
    sources.onDidChange(() => {
      clients.sweep((id) => readings.forget(id));
      contextKeys.set('ordinance.hasPosture', sources.sources.length > 0);
    }),
    readings.onDidChangeBusy((busy) => {
      contextKeys.set('ordinance.isReadingPosture', busy);
      if (busy) {
        const idle = untilNext(readings.onDidChangeBusy);
        void withProgress({ location: { viewId }, title: '' }, () => idle);
      }
    }),
  );
  const standing = (sourceId: string): string | undefined => staleReason(sources.get(sourceId));
  return {
    consoles,
    sources,
    clients,
    readings,
    links,
    secrets,
    tables,
    standing,
    tree,
    view: store.add(treeView(viewId, { treeDataProvider: tree, showCollapseAll: true })),
    texts: store.add(new VirtualTexts(postureScheme)),
    pages: store.add(new PosturePages({ extensionUri, sources, standing })),
  };
}

function untilNext(event: Event<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const subscription = event(() => {
      subscription.dispose();
      resolve();
    });
  });
}

/** The reason why a page cannot read from a service; undefined when it can. */
function staleReason(source: PostureSource | undefined): string | undefined {
  if (!source) {
    return l10n.t('No console of this workspace uses this service any longer. The page shows the last read.');
  }
  const { name } = source.console.entry;
  switch (source.access) {
    case 'signed-out':
      return l10n.t('You are signed out of the SSPM service of {0}. The page shows the last read.', name);
    case 'untrusted':
      return l10n.t('This folder is not trusted. The page shows the last read.');
    case 'ready':
      break;
  }
  return undefined;
}
