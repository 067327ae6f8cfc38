import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { dispatch, refuseLate, type ServerContext } from './dispatch.ts';
import type { Bounds } from './http/bounds.ts';
import { answerBrokenRequests } from './http/broken-requests.ts';
import { type ClosePatience, closeServer } from './http/close-server.ts';
import { Connections } from './http/connections.ts';
import { beginExchange, type Exchange } from './http/exchange.ts';
import { hostIdOf } from './http/host-id.ts';
import { MemoryBudget } from './http/memory-budget.ts';
import { RunningRequests } from './http/running-requests.ts';
import { sourceAddress } from './http/source-address.ts';
import { RequestMetrics } from './metrics/request-metrics.ts';
import type { Store } from './store.ts';
import { CallTrace, callInfo, type TracedCall } from './tracing/call-trace.ts';
import { TRACE } from './tracing/trace-types.ts';
import { auditEntry, isAudited } from './webhooks/audit-entry.ts';

const TRACED_CALLS = TRACE.s3 | TRACE.internal;

/** Has a server's requests answered by the store, until it is closed. */
export class Front {
  readonly #server: Server;
  readonly #store: Store;
  readonly #context: ServerContext;
  readonly #memory: MemoryBudget;
  readonly #consoleSecret: string | undefined;
  #closing = false;

  /** @param consoleSecret as with `sourceAddress` */
  constructor(server: Server, store: Store, bounds: Bounds, consoleSecret?: string) {
    const connections = new Connections(server, bounds);
    this.#memory = new MemoryBudget(bounds.memory);
    this.#server = server;
    this.#store = store;
    this.#consoleSecret = consoleSecret;
    this.#context = {
      hostId: hostIdOf(store.deploymentId),
      closing: () => this.#closing,
      isExcess: (message) => connections.isExcess(message.socket),
      running: new RunningRequests(() => store.config.running.requestsMax),
      requests: new RequestMetrics(),
    };
    server.on('request', this.#serve(false));
    server.on('checkContinue', this.#serve(true));
    // Nothing else can be expected of a server: such a request is served as if it expected nothing.
    server.on('checkExpectation', this.#serve(false));
    answerBrokenRequests(server, this.#context.hostId);
  }

  /** How many requests are under way. */
  get requests(): number {
    return this.#context.running.count;
  }

  /** Lets the requests under way end for a while and refuses others; none is under way then. */
  async close(patience: ClosePatience): Promise<void> {
    this.#closing = true;
    await closeServer(this.#server, this.#context.running, {
      patience,
      refuse: (exchange) => refuseLate(this.#store, exchange, this.#context),
    });
  }

  #tell(exchange: Exchange, call: TracedCall): void {
    const { tracer, webhooks, deploymentId, endpoint } = this.#store;
    tracer.collect(call.type, () => callInfo(call, endpoint()));
    if (webhooks.audits && isAudited(exchange)) {
      const info = callInfo(call, endpoint());
      webhooks.audit(auditEntry({ exchange, info, deploymentId }));
    }
  }

  #serve(waits: boolean) {
    return (message: IncomingMessage, response: ServerResponse) => {
      const memory = this.#memory.share();
      const { tracer, webhooks } = this.#store;
      const told = tracer.wants(TRACED_CALLS) || webhooks.audits;
      const trace = told ? new CallTrace(message) : undefined;
      const address = sourceAddress(message, this.#consoleSecret);
      const exchange = beginExchange(message, response, { address, waits, memory, trace });
      if (trace) {
        response.once('close', () => this.#tell(exchange, trace.ended(exchange)));
      }
      void dispatch(this.#store, exchange, this.#context);
    };
  }
}
