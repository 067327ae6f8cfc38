import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ConditionContext } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ParsedSignature } from '@stowage/storage-wire/sigv4-check';
import type { Authenticated } from './auth/authenticator.ts';
import type { Caller } from './auth/caller.ts';
import { conditionContext } from './auth/condition-context.ts';
import type { Exchange } from './http/exchange.ts';
import { Payload } from './http/payload.ts';
import type { Query, Target } from './http/target.ts';
import type { Store } from './store.ts';

/** A request whose sender is known, as the operations see it. */
export class ApiRequest {
  readonly store: Store;
  readonly message: IncomingMessage;
  readonly headers: IncomingHttpHeaders;
  readonly target: Target;
  readonly bucket: string;
  readonly key: string;
  readonly query: Query;
  readonly caller: Caller;
  readonly signature: ParsedSignature;
  readonly payload: Payload;
  #context: ConditionContext | undefined;

  constructor(store: Store, exchange: Exchange, target: Target, authenticated: Authenticated) {
    this.store = store;
    this.message = exchange.message;
    this.headers = exchange.message.headers;
    this.target = target;
    this.bucket = target.bucket;
    this.key = target.key;
    this.query = target.query;
    this.caller = authenticated.caller;
    this.signature = authenticated.signature;
    this.payload = new Payload(exchange.body, this.headers, authenticated.payload);
  }

  /** A header by its name in lower case. */
  header(name: string): string | undefined {
    const value = this.headers[name];
    return typeof value === 'string' ? value : value?.[0];
  }

  /** Whether the caller may do it, here or on another bucket and key. */
  allows(action: string, bucket = this.bucket, key = this.key): boolean {
    const { caller } = this;
    if (caller.owner && caller.sessionPolicy === undefined) {
      return true;
    }
    return this.store.authorizer.allows(caller, { action, bucket, key, context: this.context() });
  }

  /** @throws S3Error AccessDenied */
  require(action: string, bucket = this.bucket, key = this.key): void {
    if (!this.allows(action, bucket, key)) {
      throw new S3Error('AccessDenied');
    }
  }

  /**
   * For what everybody may do who is not denied it.
   *
   * @throws S3Error AccessDenied
   */
  refuseDenied(action: string): void {
    const { bucket, key, caller } = this;
    const question = { action, bucket, key, context: this.context() };
    if (this.store.authorizer.denies(caller, question)) {
      throw new S3Error('AccessDenied');
    }
  }

  /** For conditions; made when the first one asks. */
  context(): ConditionContext {
    this.#context ??= conditionContext({
      message: this.message,
      query: this.query,
      caller: this.caller,
      signature: this.signature,
      existingTags: this.#existingTags(),
    });
    return this.#context;
  }

  #existingTags(): Readonly<Record<string, string>> {
    if (this.key === '') {
      return {};
    }
    const { bucket, key, query, store } = this;
    return store.engine.getObject(bucket, key, query.get('versionId'))?.tags ?? {};
  }
}
