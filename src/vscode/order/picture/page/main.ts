import '../../../table/page/page.css';
import './picture.css';
import { startPage } from '../../../table/page/startPage.ts';
import type { FromPage, ToPage } from '../pictureMessages.ts';
import { PictureView, type SavedState } from './pictureView.ts';

startPage<FromPage, SavedState>((editor) => {
  const view = new PictureView(editor);
  return (message: ToPage) => view.receive(message);
});
