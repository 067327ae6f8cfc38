import { xmlDocument, xmlElement } from '@stowage/storage-wire/xml';
import { emptyReply, xmlReply } from '../../http/reply.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

export const headBucket: Operation = {
  name: 'HeadBucket',
  action: 's3:ListBucket',
  run: (request) => {
    const { region } = existingBucket(request);
    return emptyReply(200, ['x-amz-bucket-region', region, 'Content-Length', '0']);
  },
};

export const getBucketLocation: Operation = {
  name: 'GetBucketLocation',
  action: 's3:GetBucketLocation',
  run: (request) => {
    const { region } = existingBucket(request);
    // S3 returns an empty value for its first region.
    return xmlReply(xmlDocument('LocationConstraint', [region === 'us-east-1' ? '' : region]));
  },
};

export const getBucketLogging: Operation = {
  name: 'GetBucketLogging',
  action: 's3:GetBucketPolicy',
  run: (request) => {
    existingBucket(request);
    return xmlReply(xmlDocument('BucketLoggingStatus', []));
  },
};

export const getBucketAccelerate: Operation = {
  name: 'GetBucketAccelerateConfiguration',
  action: 's3:GetBucketPolicy',
  run: (request) => {
    existingBucket(request);
    return xmlReply(xmlDocument('AccelerateConfiguration', []));
  },
};

export const getBucketRequestPayment: Operation = {
  name: 'GetBucketRequestPayment',
  action: 's3:GetBucketPolicy',
  run: (request) => {
    existingBucket(request);
    return xmlReply(
      xmlDocument('RequestPaymentConfiguration', [xmlElement('Payer', 'BucketOwner')]),
    );
  },
};
