import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { ofTarget } from './support/differences.ts';
import { md5 } from './support/raw-request.ts';
import { useServer } from './support/server.ts';

const server = useServer();

async function begin(Bucket: string, Key: string): Promise<string> {
  const { UploadId } = await server.s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  return UploadId ?? '';
}

describe('the parts of an upload', () => {
  it('are listed by number, page by page', async () => {
    const Bucket = await server.bucket();
    const Key = 'paged';
    const UploadId = await begin(Bucket, Key);
    const numbers = [1, 2, 5, 8, 9, 10, 100];
    for (const PartNumber of [...numbers].reverse()) {
      const Body = `part ${PartNumber}`;
      await server.s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    }
    for (const MaxParts of [1, 2, 3, 7, 1_000]) {
      const seen: number[] = [];
      let PartNumberMarker: string | undefined;
      let more = true;
      while (more) {
        const page = await server.s3.send(
          new ListPartsCommand({ Bucket, Key, UploadId, MaxParts, PartNumberMarker }),
        );
        const { Parts = [] } = page;
        expect(page.MaxParts).toBe(MaxParts);
        expect(Parts.length).toBeLessThanOrEqual(MaxParts);
        for (const { PartNumber = 0, Size, ETag, LastModified } of Parts) {
          const text = `part ${PartNumber}`;
          expect({ Size, ETag }).toEqual({ Size: text.length, ETag: `"${md5(text)}"` });
          expect(LastModified).toBeInstanceOf(Date);
          seen.push(PartNumber);
        }
        more = page.IsTruncated === true;
        PartNumberMarker = page.NextPartNumberMarker;
      }
      expect(seen).toEqual(numbers);
    }
  });
});

describe('the open uploads of a bucket', () => {
  it('are listed by key until they are over', async () => {
    const Bucket = await server.bucket();
    const a = await begin(Bucket, 'a');
    const { Uploads = [], ...page } = await server.s3.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: 'a' }),
    );
    expect(page).toMatchObject({ Bucket, IsTruncated: false });
    expect(Uploads).toMatchObject([{ Key: 'a', UploadId: a }]);
    expect(Uploads[0]?.Initiated).toBeInstanceOf(Date);
  });

  it.runIf(ofTarget('uploadsAcrossKeys'))('are listed across keys, page by page', async () => {
    const Bucket = await server.bucket();
    const started: string[] = [];
    for (const key of ['b', 'a/1', 'a/2', 'b', 'c d', 'a']) {
      started.push(`${key} ${await begin(Bucket, key)}`);
    }
    for (const MaxUploads of [1, 2, 3, 1_000]) {
      const seen: string[] = [];
      let KeyMarker: string | undefined;
      let UploadIdMarker: string | undefined;
      let more = true;
      while (more) {
        const page = await server.s3.send(
          new ListMultipartUploadsCommand({ Bucket, MaxUploads, KeyMarker, UploadIdMarker }),
        );
        for (const { Key, UploadId } of page.Uploads ?? []) seen.push(`${Key} ${UploadId}`);
        more = page.IsTruncated === true;
        KeyMarker = page.NextKeyMarker;
        UploadIdMarker = page.NextUploadIdMarker;
      }
      expect([...seen].sort()).toEqual([...started].sort());
      expect(seen.map((entry) => entry.slice(0, entry.lastIndexOf(' ')))).toEqual([
        'a',
        'a/1',
        'a/2',
        'b',
        'b',
        'c d',
      ]);
    }
    const { Uploads = [], CommonPrefixes = [] } = await server.s3.send(
      new ListMultipartUploadsCommand({ Bucket, Delimiter: '/' }),
    );
    expect(CommonPrefixes).toEqual([{ Prefix: 'a/' }]);
    expect(Uploads.map(({ Key }) => Key)).toEqual(['a', 'b', 'b', 'c d']);
  });
});
