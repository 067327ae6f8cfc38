import type { Selection } from '@stowage/contract/objects';
import { downloadSelection } from '@stowage/contract/objects';
import { endpointUrl } from '#web/lib/api/endpoint-url.ts';

const FRAME = 'stowage-download';

/** Returns a hidden frame: a download response is saved, and anything else stays invisible. */
function hiddenFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = FRAME;
  frame.hidden = true;
  frame.title = FRAME;
  return frame;
}

/**
 * Lets the browser save several objects and folders as one zip. A form can hold more than an
 * address, and the response goes to disk without passing through the page.
 */
export function submitSelection(bucket: string, selection: Selection): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = endpointUrl(downloadSelection, { params: { bucket } });
  form.target = FRAME;
  form.hidden = true;
  const field = document.createElement('input');
  field.name = downloadSelection.form;
  // As JSON, because forms normalise line breaks.
  field.value = JSON.stringify(selection);
  form.append(field);
  if (document.querySelector(`iframe[name="${FRAME}"]`) === null) {
    document.body.append(hiddenFrame());
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
