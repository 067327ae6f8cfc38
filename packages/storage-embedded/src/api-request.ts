import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ConditionContext } from '@stowage/domain/policy';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ParsedSignature } from '@stowage/storage-wire/sigv4-check';
import type { Authenticated } from './auth/authenticator.ts';
import { broughtByHeaders } from './auth/brought.ts';
import type { Caller } from './auth/caller.ts';
import { conditionContext, withResource } from './auth/condition-context.ts';
import type { ChangeCause } from './engine/types.ts';
import type { CallFacts, Exchange } from './http/exchange.ts';
import { Payload } from './http/payload.ts';
import type { Query, Target } from './http/target.ts';
import type { Store } from './store.ts';

/** The resource of an action. */
export interface Resource {
  /** '' for actions on the server. */
  readonly bucket: string;
  /** '' for actions on the bucket. */
  readonly key: string;
  readonly versionId?: string | undefined;
  /** Additional condition keys beyond those of the request. */
  readonly facts?: ConditionContext;
}

/** The parts of a message that operations use besides its body. */
export type MessageFacts = Pick<IncomingMessage, 'headers' | 'socket' | 'url'> &
  Partial<Pick<IncomingMessage, 'rawHeaders'>>;

interface RequestExchange extends Pick<Exchange, 'address' | 'body' | 'requestId' | 'facts'> {
  readonly message: MessageFacts;
}

/** An upload described by a form. */
export interface FormUpload {
  readonly key: string;
  /** The headers of an equivalent PUT request. */
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
}

/** An authenticated request, as seen by operations. */
export class ApiRequest {
  readonly store: Store;
  readonly message: MessageFacts;
  /** Source address of the request. */
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  readonly target: Target;
  readonly bucket: string;
  readonly key: string;
  readonly query: Query;
  readonly caller: Caller;
  readonly signature: ParsedSignature;
  readonly payload: Payload;
  readonly #exchange: RequestExchange;
  #context: ConditionContext | undefined;

  constructor(
    store: Store,
    exchange: RequestExchange,
    target: Target,
    authenticated: Authenticated,
  ) {
    this.#exchange = exchange;
    this.store = store;
    this.message = exchange.message;
    this.address = exchange.address;
    this.headers = exchange.message.headers;
    this.target = target;
    this.bucket = target.bucket;
    this.key = target.key;
    this.query = target.query;
    this.caller = authenticated.caller;
    this.signature = authenticated.signature;
    const { accessKey, account } = authenticated.caller;
    const { facts } = exchange;
    facts.bucket = target.bucket;
    facts.key = target.key;
    facts.accessKey = accessKey;
    facts.parentUser = account === accessKey ? '' : account;
    this.payload = new Payload(exchange.body, this.headers, authenticated.payload, () =>
      this.#refuseChanged(),
    );
  }

  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined {
    const value = this.headers[name];
    return typeof value === 'string' ? value : value?.[0];
  }

  /** Whether the caller may perform the action on the request's resource or on another one. */
  allows(action: string, resource: Resource = this.resource): boolean {
    const { caller } = this;
    if (caller.owner && caller.bounds.length === 0) {
      return true;
    }
    const { bucket, key } = resource;
    const context = this.#contextOf(resource);
    return this.store.authorizer.allows(caller, { action, bucket, key, context });
  }

  /** @throws S3Error AccessDenied */
  require(action: string, resource: Resource = this.resource): void {
    if (!this.allows(action, resource)) {
      throw new S3Error('AccessDenied');
    }
  }

  /** Whether the bounds of the caller's key allow the action. */
  isWithinBounds(action: string): boolean {
    const { caller, resource } = this;
    const { bucket, key } = resource;
    const context = this.#contextOf(resource);
    return this.store.authorizer.isWithinBounds(caller, { action, bucket, key, context });
  }

  /**
   * For actions that everybody may perform unless denied.
   *
   * @throws S3Error AccessDenied
   */
  refuseDenied(action: string, resource: Resource = this.resource): void {
    const { bucket, key } = resource;
    const question = { action, bucket, key, context: this.#contextOf(resource) };
    if (!this.store.authorizer.permits(this.caller, question)) {
      throw new S3Error('AccessDenied');
    }
  }

  /**
   * Whether the sender would still be allowed the action, since policies may have changed in the
   * meantime.
   */
  allowsStill(action: string): boolean {
    const caller = this.#callerNow();
    if (caller === undefined) {
      return false;
    }
    const { store, target, signature } = this;
    return new ApiRequest(store, this.#exchange, target, { caller, signature }).allows(action);
  }

  /** Returns the request described by a form within this one. */
  forUpload({ key, headers, caller }: FormUpload): ApiRequest {
    const { socket } = this.message;
    const exchange = { ...this.#exchange, message: { headers, socket } };
    const authenticated = { caller, signature: this.signature };
    return new ApiRequest(this.store, exchange, { ...this.target, key }, authenticated);
  }

  /**
   * Returns the origin of a change, for observers.
   *
   * @param event S3 event name without the 's3:' prefix, such as ObjectCreated:Put
   */
  cause(event: string): ChangeCause {
    return {
      event,
      accessKey: this.caller.account,
      sourceIp: this.address,
      userAgent: this.header('user-agent') ?? '',
      requestId: this.#exchange.requestId,
    };
  }

  /** Records the objects that a bulk operation affects. */
  names(objects: CallFacts['objects'] & object): void {
    this.#exchange.facts.objects = objects;
  }

  /** The resource named in the request. */
  get resource(): Resource {
    return { bucket: this.bucket, key: this.key, versionId: this.query.get('versionId') };
  }

  /** The same for a write, including tags and locks from the headers. */
  get written(): Resource {
    return { ...this.resource, facts: broughtByHeaders(this.headers) };
  }

  /**
   * Returns the sender's current identity; undefined if the key is no longer valid or was replaced.
   */
  #callerNow(): Caller | undefined {
    const { signature, caller } = this;
    if (signature.kind === 'anonymous') {
      return caller;
    }
    try {
      const now = this.store.authenticator.findCaller(signature, Date.now());
      return now.secretKey === caller.secretKey ? now : undefined;
    } catch (error) {
      if (error instanceof S3Error) {
        return undefined;
      }
      throw error;
    }
  }

  /** @throws S3Error AccessDenied if the sender's rights have changed since the request began */
  #refuseChanged(): void {
    const now = this.#callerNow();
    if (now === undefined || rightsOf(now) !== rightsOf(this.caller)) {
      throw new S3Error('AccessDenied', 'Your rights changed while the request was on its way.');
    }
  }

  #contextOf(resource: Resource): ConditionContext {
    const { message, address, query, caller, signature } = this;
    this.#context ??= conditionContext({ message, address, query, caller, signature });
    return withResource(this.#context, {
      ...(resource.facts === undefined ? {} : { more: resource.facts }),
      versionId: resource.versionId ?? '',
      existingTags: this.#existingTags(resource),
    });
  }

  #existingTags({ bucket, key, versionId }: Resource): Readonly<Record<string, string>> {
    const { engine, authorizer } = this.store;
    return key !== '' &&
      engine.getBucket(bucket) !== undefined &&
      authorizer.needsTags(this.caller, bucket)
      ? (engine.getObject(bucket, key, versionId)?.tags ?? {})
      : {};
  }
}

function rightsOf({ owner, policies, bounds }: Caller): string {
  return JSON.stringify([owner, policies, bounds]);
}
