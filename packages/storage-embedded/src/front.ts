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

/** Lets the store respond to a server's requests until it is closed. */
export class Front {
  readonly #server: Server;
  readonly #store: Store;
  readonly #context: ServerContext;
  readonly #memory: MemoryBudget;
  readonly #consoleSecret: string | undefined;
  #closing = false;

  /** @param consoleSecret as for `sourceAddress` */
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
    // No other expectations are supported; such a request is served as if it had none.
    server.on('checkExpectation', this.#serve(false));
    answerBrokenRequests(server, this.#context.hostId);
  }

  /** Number of running requests. */
  get requests(): number {
    return this.#context.running.count;
  }

  /**
   * Waits a while for running requests to finish and refuses others; afterwards none is running.
   */
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
