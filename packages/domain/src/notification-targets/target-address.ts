import { parseMysqlDsn } from './mysql-dsn.ts';
import { parsePostgresString } from './postgres-string.ts';

/** The address of a target, taken from its settings. */
export interface TargetAddress {
  readonly host: string;
  readonly port: number;
  /** Whether the connection starts with TLS. Databases negotiate it later. */
  readonly tls: boolean;
}

type Values = Readonly<Record<string, string>>;

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'amqp:': 5672,
  'amqps:': 5671,
  'tcp:': 1883,
  'ssl:': 8883,
  'tls:': 8883,
  'tcps:': 8883,
  'ws:': 80,
  'wss:': 443,
};
const WITH_TLS = ['https:', 'amqps:', 'ssl:', 'tls:', 'tcps:', 'wss:'];

/**
 * Returns the host and port in a target's settings; for several brokers those of the first.
 *
 * @param service such as webhook
 * @returns undefined if the settings contain none that can be parsed
 */
export function targetAddress(service: string, values: Values): TargetAddress | undefined {
  switch (service) {
    case 'postgresql':
      return ofPostgres(values.connection_string ?? '');
    case 'mysql':
      return ofMysql(values.dsn_string ?? '');
    case 'kafka':
      return ofPair((values.brokers ?? '').split(',')[0] ?? '', 9092, values.tls === 'on');
    case 'redis':
      return ofPair(values.address ?? '', 6379, false);
    case 'nats':
      return ofPair((values.address ?? '').replace(/^(nats|tls):\/\//, ''), 4222, false);
    case 'nsq':
      return ofPair(values.nsqd_address ?? '', 4150, false);
    default:
      return ofUrl(values.endpoint ?? values.url ?? values.broker ?? '');
  }
}

function ofPostgres(text: string): TargetAddress | undefined {
  const parts = parsePostgresString(text);
  return parts && checked(parts.host || 'localhost', parts.port || '5432', false);
}

function ofMysql(text: string): TargetAddress | undefined {
  const parts = parseMysqlDsn(text);
  return parts && checked(parts.host || '127.0.0.1', parts.port || '3306', false);
}

function ofPair(text: string, port: number, tls: boolean): TargetAddress | undefined {
  const [, ipv6, name, given = String(port)] =
    /^(?:\[([^\]]+)\]|([^\s:/@[\]]+))(?::([0-9]{1,5}))?$/.exec(text.trim()) ?? [];
  return checked(ipv6 ?? name ?? '', given, tls);
}

function ofUrl(text: string): TargetAddress | undefined {
  if (!URL.canParse(text)) {
    return undefined;
  }
  const { protocol, hostname, port } = new URL(text);
  const known = DEFAULT_PORTS[protocol];
  if (known === undefined) {
    return undefined;
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  return checked(host, port || String(known), WITH_TLS.includes(protocol));
}

function checked(host: string, port: string, tls: boolean): TargetAddress | undefined {
  const number = Number(port);
  const isPort = Number.isInteger(number) && number > 0 && number < 65_536;
  return host !== '' && isPort ? { host, port: number, tls } : undefined;
}
