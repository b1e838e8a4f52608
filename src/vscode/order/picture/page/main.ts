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

const view = new PictureView({
  send,
  get kept() {
    return editor.getState();
  },
  keep: (state) => editor.setState(state),
});

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case 'picture':
      view.show(data);
      break;
    case 'problem':
      view.explain(data);
      break;
    case 'result':
      view.showResult(data);
      break;
    case 'cells':
    case 'preview':
    case 'about':
      view.learn(data);
      break;
    default:
      data satisfies never;
  }
});
keepFocus('.grid');
send({ kind: 'ready' });
