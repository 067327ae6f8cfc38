import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseXml, type XmlElement, xmlChildren, xmlDocument } from '@stowage/storage-wire/xml';
import type { Transport } from '../transport.ts';
import { markup } from './edit-xml.ts';
import { unlessMissing } from './missing-document.ts';
import { readXml } from './read-xml.ts';
import { subresources } from './subresources.ts';
import type { BucketOperations } from './types-buckets.ts';

type LifecycleDocument = Pick<
  BucketOperations,
  'getLifecycleDocument' | 'putLifecycleDocument' | 'deleteLifecycleDocument'
>;

const NAME = 'lifecycle';
const ROOT = 'LifecycleConfiguration';
const CODE = 'NoSuchLifecycleConfiguration';

/**
 * Returns the operations on a bucket's lifecycle as a whole, for storing or copying it without
 * interpretation.
 */
export function lifecycleDocumentOperations(transport: Transport): LifecycleDocument {
  const { get, put, remove } = subresources(transport);
  return {
    async getLifecycleDocument(call) {
      const bytes = await unlessMissing(get(call, NAME), CODE);
      return bytes === undefined ? undefined : inOneForm(readXml(bytes, ROOT));
    },
    putLifecycleDocument: ({ document, ...call }) => put(call, NAME, document),
    deleteLifecycleDocument: (call) => remove(call, NAME),
  };
}

/**
 * Normalises a lifecycle configuration (XML text) in the same way as `getLifecycleDocument`,
 * regardless of white space; undefined if the text is not one.
 */
export function normalLifecycle(text: string): string | undefined {
  try {
    const root = parseXml(text);
    return root.name === ROOT ? inOneForm(root) : undefined;
  } catch (error) {
    if (error instanceof S3Error) return undefined;
    throw error;
  }
}

function inOneForm(root: XmlElement): string {
  return xmlDocument(ROOT, xmlChildren(root, 'Rule').map(markup));
}
