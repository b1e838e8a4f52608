import '../../../table/page/page.css';
import './picture.css';
import { keepFocus } from '../../../table/page/keptFocus.ts';
import type { FromPage, ToPage } from '../pictureMessages.ts';
import { PictureView, type SavedState } from './pictureView.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): SavedState | undefined;
  setState(state: SavedState): void;
};

const editor = acquireVsCodeApi();
// eslint-disable-next-line unicorn/require-post-message-target-origin -- the editor is not a window
const send = (message: FromPage): void => editor.postMessage(message);
const view = new PictureView(editor, send);

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => view.receive(data));
keepFocus('.grid');
send({ kind: 'ready' });
